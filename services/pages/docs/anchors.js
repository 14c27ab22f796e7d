// The `type` of a problem is /docs#code, for ever; what it says stands on a page of its own.
const errors = document.currentScript.dataset.errors.split(" ");
const lead = () => {
  const code = location.hash.slice(1);
  if (errors.includes(code)) location.replace(`/docs/errors#${code}`);
};
lead();
addEventListener("hashchange", lead);
