import { compactScript } from "./compact-script";

// A bell rings where it stands: no page is loaded, nothing moves, and the focus stays. What cannot be done here is sent as the form it is.
export const watchScript = compactScript(`addEventListener("submit", (event) => {
  const form = event.target;
  if (form.getAttribute("action") !== "/watch") return;
  event.preventDefault();
  const button = form.querySelector("button");
  const intent = form.elements.intent;
  const body = new URLSearchParams(new FormData(form));
  fetch("/watch", { method: "POST", body, headers: { Accept: "application/json" } }).then((answer) => {
    if (answer.status !== 204) throw 0;
    intent.value = intent.value === "watch" ? "unwatch" : "watch";
    const label = button.dataset.other;
    button.dataset.other = button.getAttribute("aria-label");
    button.setAttribute("aria-label", label);
    button.toggleAttribute("data-on");
  }).catch(() => form.submit());
}, true);`);
