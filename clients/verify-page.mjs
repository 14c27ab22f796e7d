// The page around the verifier: a file in, a report out. Nothing is sent anywhere.

import { readKeys, said, verify } from "./verify.mjs";

const language = navigator.language.startsWith("es") ? "es" : "en";
const at = (id) => document.getElementById(id);

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

async function check(file) {
  if (!file) return;
  try {
    const keys = at("keys").value.trim();
    const raw = new Uint8Array(await file.arrayBuffer());
    const report = await verify(raw, keys ? readKeys(keys) : null);
    show(said(report, language), report.verdict);
  } catch (error) {
    show([error.message], "broken");
  }
}

const drop = at("drop");
for (const kind of ["dragover", "dragleave", "drop"]) {
  drop.addEventListener(kind, (event) => {
    event.preventDefault();
    drop.classList.toggle("over", kind === "dragover");
  });
}
drop.addEventListener("drop", (event) => check(event.dataTransfer.files[0]));
at("file").addEventListener("change", (event) => check(event.target.files[0]));
at("keys").addEventListener("change", () => check(at("file").files[0]));
speak();
