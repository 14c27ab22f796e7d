// The page around the verifier: a file in, a report out. Nothing is sent anywhere.

import { readKeys, said, verify } from "./verify.mjs";

const language = navigator.language.startsWith("es") ? "es" : "en";
const at = (id) => document.getElementById(id);
const WRONG = {
  keys: { en: "These are no keys", es: "Estas no son claves" },
  file: { en: "The file cannot be read", es: "No se puede leer el archivo" },
};
let chosen = null;
let checks = 0;

function speak() {
  document.documentElement.lang = language;
  for (const each of document.querySelectorAll("[data-en]")) {
    each.textContent = each.dataset[language];
  }
}

function show(lines, verdict) {
  at("report").className = verdict;
  at("report").replaceChildren(
    ...lines.map((line) => Object.assign(document.createElement("p"), { textContent: line })),
  );
}

function complain(what, error) {
  show([WRONG[what][language], error.message], "wrong");
}

/** Keys from the field; null to trust any. */
function trusted() {
  const keys = at("keys").value.trim();
  return keys ? readKeys(keys) : null;
}

/** Report on the chosen file. What was said of another file, or with other keys, goes at once. */
async function check() {
  const mine = ++checks;
  show([], "");
  if (!chosen) return;
  let keys, raw;
  try {
    keys = trusted();
  } catch (error) {
    return complain("keys", error);
  }
  try {
    raw = new Uint8Array(await chosen.arrayBuffer());
  } catch (error) {
    if (mine === checks) complain("file", error);
    return;
  }
  const report = await verify(raw, keys);
  const [verdict, ...reasons] = said(report, language);
  if (mine === checks) show([verdict, chosen.name, ...reasons], report.verdict);
}

function choose(file) {
  if (!file) return;
  chosen = file;
  check();
}

for (const kind of ["dragover", "dragleave", "drop"]) {
  // All over the page: a browser leaves it for a file that is dropped beside the frame.
  document.addEventListener(kind, (event) => {
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    at("drop").classList.toggle("over", kind === "dragover");
    if (kind === "drop") choose(event.dataTransfer.files[0]);
  });
}
at("file").addEventListener("change", (event) => {
  choose(event.target.files[0]);
  event.target.value = ""; // so that the same file can be chosen again once it has changed
});
at("keys").addEventListener("change", check);
speak();
