// What the graphics card computes: colours in light from above, with soft shadows, and the shadows themselves.

const LIGHT = [0.36, 1, 0.48];
const long = Math.hypot(...LIGHT);
export const TO_LIGHT = LIGHT.map((one) => one / long);

// How much of the light reaches a place: the mean of places around it, so that shadows have soft edges. `slope` is that of
// the plane on which the place lies: places around it lie on that plane, too, or thin pieces would shade themselves in stripes.
const SHADE = `
uniform highp sampler2DShadow shadow;
uniform float softness;
const vec2 AROUND[12] = vec2[](vec2(-.326,-.406), vec2(-.840,-.074), vec2(-.696,.457), vec2(-.203,.621), vec2(.962,-.195), vec2(.473,-.480), vec2(.519,.767), vec2(.185,-.893), vec2(.507,.064), vec2(.896,.412), vec2(-.322,-.933), vec2(-.792,-.598));
vec2 slopeOf(vec3 lit) {
  vec3 across = dFdx(lit), down = dFdy(lit);
  float size = across.x * down.y - across.y * down.x;
  vec2 slope = vec2(down.y * across.z - across.y * down.z, across.x * down.z - down.x * across.z);
  return abs(size) * 8. > length(slope) ? slope / size : vec2(0.); // steep sides are hardly lit
}
float reached(vec3 lit, vec2 slope) {
  if (any(lessThan(lit, vec3(0.))) || any(greaterThan(lit, vec3(1.)))) return 1.;
  lit.z -= 1.5 * (abs(slope.x) + abs(slope.y)) / float(textureSize(shadow, 0).x);
  float sum = texture(shadow, lit);
  for (int at = 0; at < 12; at += 1) {
    vec2 away = AROUND[at] * softness;
    sum += texture(shadow, lit + vec3(away, dot(slope, away)));
  }
  return sum / 13.;
}`;

export const PIECES = {
  vertex: `#version 300 es
in vec3 position; in vec3 normal; in vec2 seen;
uniform mat4 model, camera, light;
uniform mat3 turn;
out vec3 facing; out vec2 at; out vec3 lit;
void main() {
  vec4 place = model * vec4(position, 1.);
  facing = turn * normal;
  at = seen;
  vec4 found = light * place;
  lit = found.xyz * .5 + .5;
  gl_Position = camera * place;
}`,
  fragment: `#version 300 es
precision highp float;
in vec3 facing; in vec2 at; in vec3 lit;
uniform sampler2D picture;
uniform vec4 colour;
uniform vec3 toLight, mark;
uniform float marked, shadows;
out vec4 shown;
${SHADE}
vec3 coded(vec3 light) { return mix(light * 12.92, 1.055 * pow(light, vec3(1. / 2.4)) - .055, step(.0031308, light)); }
void main() {
  vec3 up = normalize(facing) * (gl_FrontFacing ? 1. : -1.);
  vec4 own = colour * texture(picture, at);
  float straight = max(dot(up, toLight), 0.) / toLight.y * sign(toLight.y);
  float from = mix(.38, .46, up.y * sign(toLight.y) * .5 + .5);
  float reach = shadows > 0. ? reached(lit, slopeOf(lit)) : 1.;
  vec3 light = own.rgb * min(from + .54 * abs(straight) * reach, 1.06);
  vec3 seen = coded(clamp(light, 0., 1.));
  seen = mix(seen, mark, .30 * marked);
  shown = vec4(seen * own.a, own.a);
}`,
};

export const DEPTHS = {
  vertex: `#version 300 es
in vec3 position;
uniform mat4 model, light;
void main() { gl_Position = light * model * vec4(position, 1.); }`,
  fragment: `#version 300 es
precision highp float;
void main() {}`,
};

// The table: nothing but the shadows on it.
export const TABLE = {
  vertex: `#version 300 es
in vec3 position;
uniform mat4 camera, light;
uniform vec3 middle;
uniform float size;
out vec3 lit;
void main() {
  vec4 place = vec4(middle + position * size, 1.);
  vec4 found = light * place;
  lit = found.xyz * .5 + .5;
  gl_Position = camera * place;
}`,
  fragment: `#version 300 es
precision highp float;
in vec3 lit;
uniform float darkness;
out vec4 shown;
${SHADE}
void main() { shown = vec4(0., 0., 0., darkness * (1. - reached(lit, vec2(0.)))); }`,
};
