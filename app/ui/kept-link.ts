import { compactScript } from "./compact-script";

// After following a link by keyboard, Back returns the focus to that link. (A browser does so by itself only where it has kept the page
// in memory.)
export const keptLinkScript = compactScript(`(() => {
  addEventListener("click", (event) => {
    const link = !event.detail && event.target.closest("main a");
    if (link) history.replaceState({ ...history.state, left: link.getAttribute("href") }, "");
  });
  const { left } = history.state || {};
  if (left) document.querySelector("main a[href=" + JSON.stringify(left) + "]")?.focus({ preventScroll: true });
})();`);
