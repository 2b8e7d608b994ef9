import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { LoginFailure } from "~/areas/accounts/login/login-deps";
import { findFlow, type LoginFlow } from "~/areas/accounts/login/login-flow";
import { askedFrom } from "~/areas/accounts/login/login-goals";
import { type LoginAddress, maskAddress, wholeAddress } from "~/areas/accounts/login/read-address";
import { resendCode, resendWaitMs } from "~/areas/accounts/login/start-login";
import { messages, modeTexts } from "~/content/messages";
import { described } from "~/content/page-meta";
import { profileTexts } from "~/content/profile-texts";
import { askerOf } from "~/server/browser-cookie";
import type { RequestArgs } from "~/server/context";
import { explainCode } from "~/server/explain-code";
import { loginCookie, readFlowId } from "~/server/login-cookie";
import { loginDeps } from "~/server/login-deps";
import { readOtp, readForm, retryAfterOfAction } from "~/server/login-form";
import { signInWithCode } from "~/server/login-session";
import type { PageHandle } from "~/server/page-handle";
import { busyFormsScript } from "~/ui/app-script";
import { compactScript } from "~/ui/compact-script";
import { EnterOtpScreen, LateScreen } from "./screen";

// The form works without it: the first box accepts all six digits.
const codeBoxesScript = compactScript(`(() => {
  const group = document.querySelector("[data-code-boxes]");
  if (!group) return;
  const boxes = [...group.querySelectorAll("input")];
  const last = boxes.length - 1;
  const on = (name, act) => group.addEventListener(name, (event) => act(event, boxes.indexOf(event.target)));
  function spread(from, text) {
    const digits = text.match(/\\p{Nd}/gu) || [];
    const start = digits.length > last ? 0 : from;
    for (let i = 0; i < digits.length && start + i <= last; i++) boxes[start + i].value = digits[i];
    const next = boxes[digits.length ? Math.min(start + digits.length, last) : from];
    next.focus();
    next.select();
  }
  function clear(event, at) {
    event.preventDefault();
    boxes[at].value = "";
    boxes[Math.max(0, at - 1)].focus();
  }
  on("input", ({ target }, at) => {
    const typed = target.value;
    target.value = "";
    if (typed) spread(at, typed);
  });
  on("paste", (event, at) => {
    event.preventDefault();
    spread(at, event.clipboardData.getData("text"));
  });
  on("focusin", ({ target }) => target.select());
  on("keydown", (event, at) => {
    if (event.key === "Backspace") return clear(event, at);
    const to = boxes[at + ({ ArrowLeft: -1, ArrowRight: 1 }[event.key] || 9)];
    if (!to) return;
    event.preventDefault();
    to.focus();
  });
  if (boxes[0].value.length > 1) spread(0, boxes[0].value);
  on("beforeinput", (event, at) => event.inputType === "deleteContentBackward" && clear(event, at));
})();`);

const countDownScript = compactScript(`(() => {
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

export const handle: PageHandle = { inlineScript: `${codeBoxesScript}${countDownScript}${busyFormsScript}` };

export const meta = () => described("Enter OTP");

export const headers = retryAfterOfAction;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const flowId = await readFlowId(context.config, request);
  if (!flowId) throw redirect(comesFromForm(request, context.config.APP_ORIGIN) ? "/#cookies-needed" : "/");
  const found = await findFlow(loginDeps(context), flowId);
  if (found?.state === "ended") throw redirect(found.held.flow.goal);
  if (found?.state !== "live") {
    const backHref = found ? askedFrom(found.held.flow) : "/get-started?mode=login";
    return json({ late: true as const, heading: "This code is too old", backHref });
  }
  const { flow } = found.held;
  return json({
    late: false as const,
    heading: headingOf(flow),
    channel: flow.channel === "sms" ? ("phone" as const) : flow.channel,
    destination: destinationOf(flow),
    notice: flow.sends > 1 ? "We have sent a new code." : null,
    resendInSeconds: Math.ceil(resendWaitMs(flow, context.nowMs()) / 1000),
    backHref: askedFrom(flow),
  });
}

/** A browser that has just asked for a code and sends no cookie with the next page keeps none. */
function comesFromForm(request: Request, origin: string): boolean {
  const from = request.headers.get("Referer") ?? "";
  return from === `${origin}/get-started` || from.startsWith(`${origin}/get-started?`);
}

const headingOf = ({ purpose, mode }: LoginFlow) =>
  purpose === "confirm" ? profileTexts.confirmTitle : modeTexts[mode].heading;

function destinationOf({ purpose, channel, address: value }: LoginFlow): string {
  const address: LoginAddress = { channel, value };
  return purpose === "confirm" ? maskAddress(address) : wholeAddress(address);
}

export async function action({ request, context }: ActionFunctionArgs) {
  const flowId = await readFlowId(context.config, request);
  if (!flowId) return redirect("/", 303);
  const form = await readForm(request);
  const args = { request, context };
  return form.get("intent") === "resend" ? resend(args, flowId) : verify(args, flowId, form);
}

async function resend(args: RequestArgs, flowId: string) {
  const { context } = args;
  const { asker } = await askerOf(args);
  const sent = await resendCode(loginDeps(context), { flowId, asker });
  if (!sent.ok) return refuse(sent.failure, "send", context.nowMs());
  return redirect("/enter-OTP", {
    status: 303,
    headers: { "Set-Cookie": await loginCookie(context.config).serialize(flowId) },
  });
}

async function verify(args: RequestArgs, flowId: string, form: FormData) {
  const { code, typed } = readOtp(form);
  if (!code) return json({ alert: messages.otpIncomplete, typed }, 400);
  const signedIn = await signInWithCode(args, { flowId, code });
  if (!signedIn.ok) return refuse(signedIn.failure, "guess", args.context.nowMs());
  return redirect(signedIn.goal, { status: 303, headers: signedIn.headers });
}

function refuse(failure: LoginFailure, doing: "send" | "guess", nowMs: number) {
  if (failure.code === "no-flow") return redirect("/enter-OTP", 303);
  const { text, status, headers } = explainCode(failure, doing, nowMs);
  return json({ alert: text, typed: "" }, { status, headers });
}

export default function EnterOtp() {
  const page = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  if (page.late) return <LateScreen heading={page.heading} backHref={page.backHref} />;
  return <EnterOtpScreen {...page} {...(refused && { ...refused, notice: null })} />;
}
