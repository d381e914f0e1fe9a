// The faces of the game, as images: unpacked from the page, and loaded when they are first seen.

const faces = { images: [], boxes: [], blobs: [], loaded: () => {} };

async function unpacked(id) {
  const text = $(id).textContent.trim();
  const letters = atob(text), bytes = new Uint8Array(letters.length);
  for (let at = 0; at < letters.length; at += 1) bytes[at] = letters.charCodeAt(at);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

async function unpackFaces() {
  const bytes = await unpacked("faces");
  const end = bytes.indexOf(10);
  let at = end + 1;
  for (const [type, length, ...box] of JSON.parse(new TextDecoder().decode(bytes.subarray(0, end)))) {
    faces.blobs.push(new Blob([bytes.subarray(at, at + length)], { type }));
    faces.boxes.push(box);
    at += length;
  }
  faces.loaded();
}

/** The image of a face; null while it is still loading. */
function faceImage(number) {
  const known = faces.images[number];
  if (known) return known.complete && known.naturalWidth ? known : null;
  if (!faces.blobs[number]) return null;
  const image = new Image();
  image.onload = faces.loaded;
  image.src = URL.createObjectURL(faces.blobs[number]);
  faces.images[number] = image;
  return null;
}
