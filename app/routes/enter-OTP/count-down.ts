import { compactScript } from "~/ui/compact-script";

/** The button to send again is shut until its time has come, and the text beside it counts. */
export const countDownScript = compactScript(`(() => {
  const line = document.querySelector("[data-seconds]");
  if (!line) return;
  const button = line.parentNode.querySelector("button");
  const end = Date.now() + line.dataset.seconds * 1000;
  const tick = () => {
    const left = Math.ceil((end - Date.now()) / 1000);
    button.disabled = left > 0;
    line.hidden = left <= 0;
    line.textContent = line.textContent.replace(/[0-9]+/, left);
    if (left > 0) setTimeout(tick, 500);
  };
  tick();
})();`);
