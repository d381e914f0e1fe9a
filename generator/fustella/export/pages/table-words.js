// What the page is given, and its words.

const given = JSON.parse(document.getElementById("given").textContent);
given.begins = [];  // the first copy of each design
given.first = [];  // the design of each copy in the box
given.designs.forEach((design, number) => {
  given.begins.push(given.first.length);
  for (let copy = 0; copy < design.copies; copy += 1) given.first.push(number);
});

given.box = { first: given.first, begins: given.begins, setups: given.setups };

const $ = (id) => document.getElementById(id);

function filled(text, filling) {
  return text.replace(/\{(\w+)\}/g, (whole, key) => (key in filling ? String(filling[key]) : whole));
}

const said = (name, filling = {}) => filled(given.words[name], filling);

/** A number with its noun, from the words `….one` and `….many`. */
function counted(name, count, filling = {}) {
  const form = given.ones.includes(String(count)) ? "one" : "many";
  return said(`${name}.${form}`, { count, ...filling });
}

const lists = new Intl.ListFormat(given.language, { style: "long", type: "conjunction" });
const listed = (names) => lists.format(names);

/** Makes an element. Texts are texts: what a name says never becomes markup. */
function made(tag, attributes = {}, ...inside) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...inside.filter((each) => each !== null && each !== undefined));
  return element;
}

function icon(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", `#icon-${name}`);
  svg.append(use);
  return svg;
}

const button = (words, pressed, { sign, ...attributes } = {}) =>
  made("button", { type: "button", onclick: pressed, ...attributes }, sign ? icon(sign) : null, made("span", {}, words));
