import { compactScript } from "./compact-script";

// Nothing moves under a finger without a reason, and assistive technology cannot postpone a refresh, which is for pages without
// JavaScript.
export const lookAgainScript = compactScript(`(() => {
  const said = (page) => page.querySelector("main").textContent;
  const later = (seconds, url) => setTimeout(look, seconds * 1000, url);
  const plan = (refresh) => {
    if (refresh) later(parseInt(refresh, 10), refresh.slice(refresh.indexOf(";url=") + 5));
  };
  const look = async (url) => {
    try {
      const answer = await fetch(url);
      if (!answer.ok) throw answer;
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      if (said(page) !== said(document)) return location.replace(url);
      plan(page.body.dataset.refresh);
    } catch {
      later(30, url);
    }
  };
  plan(document.body.dataset.refresh);
})();`);
