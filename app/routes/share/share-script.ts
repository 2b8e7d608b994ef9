import { compactScript } from "~/ui/compact-script";

// Draws the page's picture as a PNG beforehand, because a share sheet opens only right after a tap. Its texts are drawn with the fonts
// of the page, which an SVG loaded as an image has not. A device that takes no files gets text and link; one without a share sheet
// keeps what the page has without this script.
export const shareScript = compactScript(`(() => {
  const part = (name) => document.querySelector("[data-share=" + name + "]");
  const [picture, link, button, copy, said] = ["picture", "link", "button", "copy", "said"].map(part);
  const say = (text) => (said.textContent = text);
  let files;
  let busy;
  const draw = () => {
    const canvas = document.createElement("canvas");
    const pen = canvas.getContext("2d");
    const scale = 3;
    canvas.width = canvas.height = picture.viewBox.baseVal.width * scale;
    const home = picture.getScreenCTM().inverse();
    picture.querySelectorAll("path,text").forEach((shape) => {
      const style = getComputedStyle(shape);
      const { a, d, e, f } = home.multiply(shape.getScreenCTM());
      pen.setTransform(a * scale, 0, 0, d * scale, e * scale, f * scale);
      pen.fillStyle = style.fill;
      if (shape.tagName === "text") {
        pen.font = [style.fontWeight, style.fontSize, style.fontFamily].join(" ");
        pen.textAlign = style.textAnchor === "middle" ? "center" : "start";
        return pen.fillText(shape.textContent, shape.getAttribute("x"), shape.getAttribute("y"));
      }
      const line = new Path2D(shape.getAttribute("d"));
      if (style.fill !== "none") pen.fill(line);
      if (style.stroke === "none") return;
      pen.strokeStyle = style.stroke;
      pen.lineWidth = parseFloat(style.strokeWidth);
      pen.miterLimit = style.strokeMiterlimit;
      pen.stroke(line);
    });
    canvas.toBlob((blob) => {
      const made = [new File([blob], "cask.png", { type: "image/png" })];
      if (!navigator.canShare?.({ files: made })) return;
      files = made;
      button.lastChild.textContent = button.dataset.full;
    }, "image/png");
  };
  if (navigator.clipboard) {
    copy.hidden = false;
    copy.onclick = () => {
      navigator.clipboard.writeText(link.value).then(() => say(copy.dataset.done), () => link.select());
    };
  }
  if (!navigator.share) return;
  button.hidden = false;
  document.fonts.ready.then(draw);
  button.onclick = async () => {
    if (busy) return;
    busy = true;
    say("");
    const text = button.dataset.text + " " + link.value;
    try {
      await navigator.share(files ? { text, files } : { text });
    } catch (error) {
      if (error.name !== "AbortError") {
        say(button.dataset.failed);
        link.select();
      }
    }
    busy = false;
  };
})();`);
