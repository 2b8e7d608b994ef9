import { compactScript } from "~/ui/compact-script";

// The one small script of the code page. The form works without it, because the first box accepts all six digits.
// Digits only, of any script (the server reads them): typing one moves on, Backspace clears and moves back, a pasted or auto-filled code spreads over the boxes.
export const codeBoxesScript = compactScript(`(() => {
  const group = document.querySelector("[data-code-boxes]");
  if (!group) return;
  const boxes = [...group.querySelectorAll("input")];
  const last = boxes.length - 1;
  const on = (name, act) => group.addEventListener(name, (event) => act(event, boxes.indexOf(event.target)));
  function spread(from, text) {
    const digits = text.match(/\\p{Nd}/gu) || [];
    const start = digits.length > last ? 0 : from;
    for (let i = 0; i < digits.length && start + i <= last; i++) boxes[start + i].value = digits[i];
    const next = boxes[digits.length ? Math.min(start + digits.length, last) : from];
    next.focus();
    next.select();
  }
  function clear(event, at) {
    event.preventDefault();
    boxes[at].value = "";
    boxes[Math.max(0, at - 1)].focus();
  }
  on("input", ({ target }, at) => {
    const typed = target.value;
    target.value = "";
    if (typed) spread(at, typed);
  });
  on("paste", (event, at) => {
    event.preventDefault();
    spread(at, event.clipboardData.getData("text"));
  });
  on("focusin", ({ target }) => target.select());
  on("keydown", (event, at) => {
    if (event.key === "Backspace") return clear(event, at);
    const to = boxes[at + ({ ArrowLeft: -1, ArrowRight: 1 }[event.key] || 9)];
    if (!to) return;
    event.preventDefault();
    to.focus();
  });
  if (boxes[0].value.length > 1) spread(0, boxes[0].value);
  on("beforeinput", (event, at) => event.inputType === "deleteContentBackward" && clear(event, at));
})();`);
