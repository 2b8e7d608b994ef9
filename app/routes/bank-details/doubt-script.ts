import { compactScript } from "~/ui/compact-script";

/** For Doubt: shown once what was typed looks unlikely. */
export const doubtScript = compactScript(`addEventListener("focusout", ({ target }) => {
  const doubt = document.getElementById(target.id + "-doubt");
  const text = target.value?.replace(/[\\s-]/g, "");
  if (doubt) doubt.hidden = !text || new RegExp(doubt.dataset.likely, "i").test(text);
});`);
