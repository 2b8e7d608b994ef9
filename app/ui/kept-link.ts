import { compactScript } from "./compact-script";

// After following a link by keyboard to a page loaded as a document, Back returns the focus to that link. (`useKeptFocus`
// does the same where React navigates; a browser does it by itself only for pages that it keeps in memory, which are never private ones.)
export const keptLinkScript = compactScript(`(() => {
  addEventListener("click", (event) => {
    const link = event.detail || event.defaultPrevented ? null : event.target.closest("main a");
    if (link) history.replaceState({ ...history.state, left: link.getAttribute("href") }, "");
  });
  const { left } = history.state || {};
  if (left) document.querySelector("main a[href=" + JSON.stringify(left) + "]")?.focus({ preventScroll: true });
})();`);
