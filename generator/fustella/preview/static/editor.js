// Lines can be opened in an editor. Where the project lies is typed here and kept in this browser:
// the server tells nobody.

export const EDITORS = { "": "none: copies", vscode: "VS Code", vscodium: "VSCodium", cursor: "Cursor", zed: "Zed", idea: "IntelliJ IDEA" };

const kept = (name) => localStorage.getItem(`fustella-${name}`) ?? "";

export const editor = () => (kept("editor") in EDITORS ? kept("editor") : "");
export const folder = () => kept("folder");

export function keepEditor(name, where) {
  localStorage.setItem("fustella-editor", name);
  localStorage.setItem("fustella-folder", where.trim());
}

// null while no editor is chosen, or nobody said where the project lies.
export function editorLink(file, line) {
  if (!editor() || !folder()) return null;
  const whole = `/${folder()}/${file}`.replaceAll("\\", "/").replace(/\/{2,}/g, "/");
  if (editor() === "idea") return `idea://open?file=${encodeURIComponent(whole)}&line=${line || 1}`;
  const path = whole.split("/").map(encodeURIComponent).join("/").replace("%3A", ":");
  return `${editor()}://file${path}:${line || 1}`;
}
