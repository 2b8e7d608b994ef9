// The one small script of the code page. The form works without it, because the first box accepts all six digits.
// Digits only: typing one moves on, Backspace clears and moves back, a pasted or auto-filled code spreads over the boxes.
export const codeBoxesScript = `(function () {
  var group = document.querySelector("[data-code-boxes]");
  if (!group) return;
  var boxes = Array.prototype.slice.call(group.querySelectorAll("input"));
  function digitsOf(text) { return text.replace(/[^0-9]/g, ""); }
  function spread(from, text) {
    var digits = digitsOf(text);
    var start = digits.length >= boxes.length ? 0 : from;
    for (var i = 0; i < digits.length && start + i < boxes.length; i++) boxes[start + i].value = digits[i];
    var next = digits ? Math.min(start + digits.length, boxes.length - 1) : from;
    boxes[next].focus();
    boxes[next].select();
  }
  function clearAndGoBack(at) {
    boxes[at].value = "";
    boxes[Math.max(0, at - 1)].focus();
  }
  group.addEventListener("input", function (event) {
    var at = boxes.indexOf(event.target);
    var typed = event.target.value;
    event.target.value = "";
    if (typed) spread(at, typed);
  });
  group.addEventListener("paste", function (event) {
    event.preventDefault();
    spread(boxes.indexOf(event.target), event.clipboardData.getData("text"));
  });
  group.addEventListener("focusin", function (event) { event.target.select(); });
  group.addEventListener("keydown", function (event) {
    var at = boxes.indexOf(event.target);
    if (event.key === "Backspace") { event.preventDefault(); clearAndGoBack(at); }
    if (event.key === "ArrowLeft" && at > 0) { event.preventDefault(); boxes[at - 1].focus(); }
    if (event.key === "ArrowRight" && at < boxes.length - 1) { event.preventDefault(); boxes[at + 1].focus(); }
  });
  group.addEventListener("beforeinput", function (event) {
    if (event.inputType !== "deleteContentBackward") return;
    event.preventDefault();
    clearAndGoBack(boxes.indexOf(event.target));
  });
})();`;
