// Reloads a waiting page when it is due. Without JavaScript a refresh in the page does the same; with it there is none, because
// assistive technology cannot postpone it.
export const lookAgainScript = `(() => {
  const refresh = document.body.dataset.refresh;
  if (!refresh) return;
  const at = refresh.indexOf(";url=");
  setTimeout(() => location.replace(refresh.slice(at + 5)), parseInt(refresh, 10) * 1000);
})();`;
