import { compactScript } from "./compact-script";

// A link to a sheet shows it in the browser's own modal dialog; whatever goes wrong, the link is followed. A click beside it does not
// close it, so that nothing typed is lost. A form in it that is refused comes back in its place.
export const sheetScript = compactScript(`(() => {
  let dialog;
  let busy;
  const back = (event) => {
    event.preventDefault();
    history.back();
  };
  const sheetIn = async (answer) =>
    !answer.redirected && new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("[data-sheet-label]");
  const show = async (href, keep) => {
    const sheet = await fetch(href).then((answer) => answer.ok && sheetIn(answer)).catch(() => {});
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
  addEventListener("submit", (event) => {
    const form = event.target;
    if (event.defaultPrevented || !dialog?.contains(form)) return;
    event.preventDefault();
    fetch(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)) }).then(async (answer) => {
      if (answer.redirected) return location.assign(new URL(answer.url).pathname === "/" ? location.href : answer.url);
      dialog.replaceChildren(...(await sheetIn(answer)).childNodes);
      dialog.scrollTop = 0;
      dialog.querySelector("[autofocus]")?.focus();
    }).catch(() => form.submit());
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
