import { compactScript } from "~/ui/compact-script";

// Gets from the browser what the form that switches notices on has to send. Without it the form stays hidden. A subscription
// the browser may still hold is given back first: it may have been made for another key.
export const pushScript = compactScript(`(() => {
  const part = (name) => document.querySelector("[data-push=" + name + "]");
  const only = (name) => ["form", "unsupported", "blocked"].forEach((each) => (part(each).hidden = each !== name));
  const form = part("form");
  if (!form) return;
  if (!window.PushManager || !window.Notification || !navigator.serviceWorker) return only("unsupported");
  if (Notification.permission === "denied") return only("blocked");
  const ready = navigator.serviceWorker.register("/sw.js").then(() => navigator.serviceWorker.ready);
  form.onsubmit = async (event) => {
    event.preventDefault();
    try {
      if ((await Notification.requestPermission()) !== "granted") throw event;
      const { pushManager } = await ready;
      await (await pushManager.getSubscription())?.unsubscribe();
      const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: form.dataset.key });
      const { endpoint, keys } = made.toJSON();
      Object.entries({ endpoint, ...keys }).forEach(([name, value]) => {
        if (form.elements[name]) form.elements[name].value = value;
      });
      form.submit();
    } catch {
      only("blocked");
    }
  };
  only("form");
})();`);
