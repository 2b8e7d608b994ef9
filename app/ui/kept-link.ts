import { compactScript } from "./compact-script";

// Who follows a link by the keyboard to a page that is loaded as a document finds the focus on that link after Back. (`useKeptFocus`
// does the same where React navigates; a browser does it by itself only for pages that it keeps in memory, which are never private ones.)
export const keptLinkScript = compactScript(`(() => {
  addEventListener("click", (event) => {
    const link = event.detail || event.defaultPrevented ? null : event.target.closest("main a");
    if (link) history.replaceState({ ...history.state, left: link.getAttribute("href") }, "");
  });
  const { left } = history.state || {};
  if (left) document.querySelector("main a[href=" + JSON.stringify(left) + "]")?.focus({ preventScroll: true });
})();`);
