// The signs on the buttons of the workbench, in squares of 16 by 16.

import { svg } from "./dom.js";

const STROKES = {
  text: "M3 4V3h10v1M8 3v10M6 13h4",
  icon: "M8 2.2l1.8 3.7 4 .5-3 2.8.8 4L8 11.2l-3.6 2 .8-4-3-2.8 4-.5z",
  picture: "M2.5 3.5h11v9h-11zM2.5 10.5l3-3 3 3 2-2 3 2.5M10.5 6.2h.01",
  table: "M2.5 3.5h11v9h-11zM2.5 6.5h11M6.5 3.5v9",
  panel: "M2.5 3.5h11v9h-11z",
  eye: "M1.5 8S4 3.8 8 3.8 14.5 8 14.5 8 12 12.2 8 12.2 1.5 8 1.5 8zM8 6.2a1.8 1.8 0 1 0 .01 0",
  "eye-on": "M3 6c-1 1-1.5 2-1.5 2S4 12.2 8 12.2c1 0 2-.3 2.8-.7M6 4.1c.6-.2 1.3-.3 2-.3 4 0 6.5 4.2 6.5 4.2s-.7 1.2-2 2.3M2.5 2.5l11 11",
  lock: "M4.5 7.5h7v6h-7zM6 7.5V5a2 2 0 0 1 3.9-.6",
  "lock-on": "M4.5 7.5h7v6h-7zM6 7.5V5a2 2 0 0 1 4 0v2.5",
  up: "M8 13V3.5M4 7.5l4-4 4 4",
  down: "M8 3v9.5M4 8.5l4 4 4-4",
  "align-left": "M2.5 2v12M5 4.5h8.5v2.5h-8.5zM5 9.5h5v2.5h-5z",
  "align-center": "M8 2v2.5M8 7v2.5M8 12v2M3.5 4.5h9v2.5h-9zM5.5 9.5h5v2.5h-5z",
  "align-right": "M13.5 2v12M2.5 4.5H11v2.5H2.5zM6 9.5h5v2.5H6z",
  "align-top": "M2 2.5h12M4.5 5v8.5h2.5V5zM9.5 5v5H12V5z",
  "align-middle": "M2 8h2.5M7 8h2.5M12 8h2M4.5 3.5v9h2.5v-9zM9.5 5.5v5H12v-5z",
  "align-bottom": "M2 13.5h12M4.5 2.5V11h2.5V2.5zM9.5 6v5H12V6z",
  across: "M2.5 2.5v11M13.5 2.5v11M6.5 5h3v6h-3z",
  downwards: "M2.5 2.5h11M2.5 13.5h11M5 6.5h6v3H5z",
  grid: "M2.5 2.5h11v11h-11zM6.2 2.5v11M9.8 2.5v11M2.5 6.2h11M2.5 9.8h11",
  snap: "M3.5 2.5v5a4.5 4.5 0 0 0 9 0v-5h-3v5a1.5 1.5 0 0 1-3 0v-5zM3.5 5h3M9.5 5h3",
  names: "M2.5 5v6h8l3-3-3-3zM5 8h4",
  undo: "M5.5 3L2.5 6l3 3M2.5 6H10a3.5 3.5 0 0 1 0 7H6",
  redo: "M10.5 3l3 3-3 3M13.5 6H6a3.5 3.5 0 0 0 0 7h4",
  back: "M3 8a5 5 0 1 1 1.5 3.5M3 4v4h4",
  follows: "M10.5 3c-2-.8-2.8.3-3 2L6.6 11c-.2 1.7-1 2.6-2.6 2M5 7h5",
  pen: "M3 13l.6-2.8 7-7 2.2 2.2-7 7zM9.4 4.4l2.2 2.2",
  minus: "M3.5 8h9",
  plus: "M3.5 8h9M8 3.5v9",
};

export const icon = (name) => svg("svg", { class: "sign", viewBox: "0 0 16 16", width: 16, height: 16, "aria-hidden": "true" }, svg("path", { d: STROKES[name] }));
