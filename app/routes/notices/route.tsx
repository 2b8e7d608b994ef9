import {
  type ActionFunctionArgs,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { described, pageTitles } from "~/content/page-titles";
import { readNoticeChoices, saveNoticeChoices } from "~/areas/notices/notice-choices";
import { switchPushOff, switchPushOn } from "~/areas/notices/push/device-push";
import { readForm } from "~/server/login-form";
import type { PageHandle } from "~/server/page-handle";
import { requireSession } from "~/server/session/page-session";
import { withinLimit } from "~/server/session/within-limit";
import { setToast, takeToast } from "~/server/toast";
import { busyFormsScript } from "~/ui/busy-forms";
import { Toast } from "~/ui/toast";
import { NoticesScreen } from "./screen";
import { compactScript } from "~/ui/compact-script";

// Gets from the browser what the form that switches notices on has to send. Without it the form stays hidden. A subscription
// the browser may still hold is given back first: it may have been made for another key.
const pushScript = compactScript(`(() => {
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

export const handle: PageHandle = { inlineScript: busyFormsScript + pushScript, worker: true };

export const meta: MetaFunction = () => described(pageTitles.notices);

export async function loader(args: LoaderFunctionArgs) {
  const { context, request } = args;
  const read = async () => readNoticeChoices(context, await requireSession(args));
  const [page, message] = await Promise.all([read(), takeToast(context.config, request)]);
  return json({ ...page, toast: message?.toast ?? null }, { headers: message ? { "Set-Cookie": message.clear } : {} });
}

/** The outcome of the device's choice, on the same page. */
async function saveDevice(args: ActionFunctionArgs, form: FormData, isOn: boolean) {
  const { context } = args;
  const session = withinLimit(context, await requireSession(args), "devices");
  const done = isOn ? await switchPushOn(context, session, Object.fromEntries(form)) : null;
  if (!isOn) await switchPushOff(context, session);
  const toast = done === null ? "push-off" : done.ok ? "push-on" : "push-failed";
  const headers = { "Set-Cookie": await setToast(context.config, toast) };
  return redirect("/notices", { status: 303, headers });
}

/** A box that is not ticked is not sent, so what is missing is not wanted. */
export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args.request);
  const intent = form.get("intent");
  if (intent === "push-on" || intent === "push-off") return saveDevice(args, form, intent === "push-on");
  const ticked = new Set(form.getAll("topic"));
  await saveNoticeChoices(args.context, withinLimit(args.context, await requireSession(args), "notices"), {
    valuations: ticked.has("valuations"),
    launches: ticked.has("launches"),
    watching: ticked.has("watching"),
    referrals: ticked.has("referrals"),
  });
  const headers = { "Set-Cookie": await setToast(args.context.config, "notices-saved") };
  return redirect("/settings", { status: 303, headers });
}

export default function Notices() {
  const { toast, ...page } = useLoaderData<typeof loader>();
  return (
    <>
      <Toast toast={toast} />
      <NoticesScreen {...page} />
    </>
  );
}
