// Loads a waiting page again when its time has come. Without JavaScript the page's own refresh does the same; with it the
// refresh is no part of the page, because assistive technology cannot put it off.
export const lookAgainScript = `(() => {
  const refresh = document.body.dataset.refresh;
  if (!refresh) return;
  const at = refresh.indexOf(";url=");
  setTimeout(() => location.replace(refresh.slice(at + 5)), parseInt(refresh, 10) * 1000);
})();`;
