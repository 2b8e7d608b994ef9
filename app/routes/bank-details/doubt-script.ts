import { compactScript } from "~/ui/compact-script";

/** For Doubt: shown once what was typed looks unlikely. */
export const doubtScript = compactScript(`addEventListener("focusout", ({ target }) => {
  const doubt = document.getElementById(target.id + "-doubt");
  const text = target.value?.replace(/[\\s\\p{Cf}\\p{Pd}]/gu, "").replace(/(?![0-9])\\p{Nd}/gu, "0");
  if (doubt) doubt.classList.toggle("invisible", !text || new RegExp(doubt.dataset.likely, "i").test(text));
});`);
