import { compactScript } from "./compact-script";

// A sheet is a page of its own (ui/sheet). With a script, a link to it shows its content in the browser's own modal dialog over the page:
// focus and Escape are the browser's, Back and Forward close and open it. A click beside it does not close it, so that nothing typed
// is lost. Whatever goes wrong, the link is followed. Where the link has something to share and the device a sheet of its own for that, it is
// that one.
export const sheetScript = compactScript(`(() => {
  let dialog;
  let busy;
  const back = (event) => {
    event.preventDefault();
    history.back();
  };
  const show = async (href, keep) => {
    const answer = await fetch(href).catch(() => ({}));
    const text = answer.ok && !answer.redirected ? await answer.text() : "";
    const sheet = new DOMParser().parseFromString(text, "text/html").querySelector("[data-sheet-label]");
    if (!sheet) return location.assign(href);
    dialog ||= document.body.appendChild(document.createElement("dialog"));
    dialog.className = "sheet";
    dialog.oncancel = back;
    dialog.ariaLabel = sheet.dataset.sheetLabel;
    dialog.replaceChildren(...sheet.childNodes);
    keep?.();
    if (!dialog.open) dialog.showModal();
  };
  addEventListener("click", (event) => {
    const link = event.target.closest("a");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (link.dataset.sheet) {
      if (document.querySelector("[data-sheet-label]")) return;
      event.preventDefault();
      const { href, dataset: { share: text } } = link;
      const open = () => show(href, () => history[dialog.open ? "replaceState" : "pushState"]({ sheet: href }, "", href));
      const share = () => navigator.share({ text }).catch((error) => {
        if (error.name === "AbortError") return;
        reportError(error);
        return open();
      });
      if (busy) return;
      busy = true;
      (text && navigator.share ? share() : open()).finally(() => {
        busy = false;
      });
    } else if (dialog && link.dataset.sheetEnd) back(event);
  });
  onpopstate = ({ state }) => {
    if (state?.sheet) return show(state.sheet);
    if (dialog) {
      dialog.close();
      dialog.remove();
      dialog = null;
    } else if (document.querySelector("[data-sheet-label]")) location.reload();
  };
})();`);
