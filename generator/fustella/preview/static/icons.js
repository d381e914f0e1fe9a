// Icons by name, with their pictures: a click copies the name.

import { byId, copy, el, plural, refill } from "./dom.js";
import { get } from "./live.js";
import { state } from "./state.js";

let asked = "";
let waiting = 0;

// As a picture, which can do nothing, whatever the file of an icon holds.
const picture = (svg) => el("img", { src: `data:image/svg+xml,${encodeURIComponent(svg)}`, alt: "", width: 40, height: 40 });

const tile = ({ name, svg }) => el("li", {}, el("button", { type: "button", class: "icon", title: `Copy ${name}`, "aria-label": `Copy ${name}`, "data-key": name, onclick: () => copy(name) }, picture(svg), el("span", {}, name)));

async function find(search) {
  asked = search;
  const { game } = state;
  const { found, icons } = await get(`/api/icons/${encodeURIComponent(game)}`, { search });
  if (state.view !== "icons" || asked !== search || state.game !== game) return;
  const own = search.trim() ? "" : "Icons of this project. Search for those that come with Fustella: castle, sword, coin …";
  const none = search.trim() ? "No icon has these words in its name; names are in English." : own;
  const more = found > icons.length ? `The first ${icons.length} of ${found}: another word finds fewer.` : plural(found, "icon");
  byId("icons-found").textContent = found ? (own || more) : none;
  refill(byId("icons"), ...icons.map(tile));
}

export async function drawIcons() {
  const fresh = !byId("icons");
  if (fresh) {
    const search = el("input", { id: "search-icons", type: "search", placeholder: "Search icons", "aria-label": "Search icons", "aria-controls": "icons", autocomplete: "off", spellcheck: "false", maxlength: 200 });
    search.addEventListener("input", () => { clearTimeout(waiting); waiting = setTimeout(() => find(search.value).catch(() => {}), 120); });
    refill(byId("content"), el("div", { class: "icons" }, search, el("p", { id: "icons-found", role: "status" }), el("ul", { id: "icons" })));
  }
  await find(byId("search-icons").value);
  if (fresh) byId("search-icons")?.focus({ preventScroll: true });
}
