// Pictures dropped onto a card, or chosen from a list of files: they go to the game's `art/`, and the
// field of the card names them.

import { el, toast } from "./dom.js";
import { canEdit, seeFilesOf, sendOf } from "./edit.js";

const MOST_BYTES = 40_000_000;
const TYPES = ".png,.jpg,.jpeg,.webp,.gif,.svg,.pdf,.tif,.tiff,.avif,.bmp,.apng,.jxl";

function asBase64(file) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result.slice(reader.result.indexOf(",") + 1));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}

async function put(file, piece, side, field) {
  if (file.size > MOST_BYTES) {
    toast(`${file.name} has more than ${MOST_BYTES / 1_000_000} MB: nothing was changed`);
    return { done: false };
  }
  return sendOf(piece, [{ do: "picture", piece: piece.id, side, field, name: file.name, data: await asBase64(file) }]);
}

const isPicture = (event) => [...(event.dataTransfer?.items ?? [])].some((item) => item.kind === "file");

// The fields for pictures of a side: those with a zone, and those that have none yet.
function pictureFields(view) {
  const drawn = view.zones.filter((zone) => zone.draws === "image" && zone.field);
  const others = Object.entries(view.fields ?? {}).filter(([, type]) => type === "image").map(([name]) => ({ name }));
  return [...drawn, ...others];
}

const inside = (spot, zone) => spot.x >= zone.x_mm && spot.x <= zone.x_mm + zone.width_mm && spot.y >= zone.y_mm && spot.y <= zone.y_mm + zone.height_mm;

// The field onto which a picture fell: the one whose zone lies there, else the first of the side.
async function fieldAt(piece, side, spot) {
  const fields = pictureFields(await seeFilesOf(piece, side));
  return (spot && fields.find((zone) => "x_mm" in zone && inside(spot, zone)) || fields[0])?.name;
}

// `targetOf(event)` says which piece, side and place are under the hand, and what shows it: {piece, side,
// spot, element}, or null.
export function acceptPictures(box, targetOf) {
  let lit = null;
  const light = (element) => {
    if (lit === element) return;
    lit?.classList.remove("dropping");
    lit = element;
    lit?.classList.add("dropping");
  };
  box.addEventListener("dragover", (event) => {
    if (!canEdit() || !isPicture(event)) return;
    const target = targetOf(event);
    light(target?.element ?? null);
    event.preventDefault(); // else the browser would leave the page for the picture
    event.dataTransfer.dropEffect = target ? "copy" : "none";
  });
  box.addEventListener("dragleave", (event) => box.contains(event.relatedTarget) || light(null));
  box.addEventListener("drop", async (event) => {
    if (!canEdit() || !isPicture(event)) return;
    event.preventDefault();
    light(null);
    const target = targetOf(event);
    const [file] = event.dataTransfer.files;
    if (!target || !file) return;
    await dropped(file, target);
  });
}

async function dropped(file, { piece, side, spot }) {
  let field;
  try {
    field = await fieldAt(piece, side, spot);
  } catch {
    toast("The preview does not answer: nothing was changed.");
    return;
  }
  if (!field) {
    toast(`The ${side} of ${piece.name || piece.id} has no field for a picture`);
    return;
  }
  const { done } = await put(file, piece, side, field);
  if (done) toast(`${file.name} is the \`${field}\` of ${piece.name || piece.id}`);
}

// For those who drop nothing: the picture of a zone, and a file in its place.
export function pictureControl(piece, side, field, now) {
  const choose = el("input", { type: "file", accept: TYPES, class: "unseen", "aria-label": `A picture for ${field}`, "data-key": `picture ${field}` });
  choose.addEventListener("change", () => choose.files[0] && put(choose.files[0], piece, side, field));
  return el("p", { class: "picture-of" }, el("span", {}, now || "no picture"), el("label", { class: "plain" }, choose, "Choose a file …"), el("small", {}, "or drop one onto the card"));
}
