import {
  type ActionFunctionArgs,
  type HeadersFunction,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { modeTexts } from "~/content/login-texts";
import { messages } from "~/content/messages";
import { pageTitles, titled } from "~/content/page-titles";
import { openFlow } from "~/features/login/login-flow";
import { askedFrom } from "~/features/login/login-goals";
import type { LoginFailure } from "~/features/login/login-failure";
import { maskAddress } from "~/features/login/mask-address";
import { resendCode, resendWaitMs } from "~/features/login/start-login";
import type { RequestContext } from "~/server/context";
import { loginCookie, readFlowId } from "~/server/login-cookie";
import { loginDeps } from "~/server/login-deps";
import { readForm, retryAfterOfAction } from "~/server/login-form";
import { signInWithCode } from "~/server/login-session";
import { explainCode } from "~/server/explain-code";
import type { PageHandle } from "~/server/page-handle";
import { codeBoxesScript } from "./code-boxes";
import { readCode } from "./read-code";
import { EnterOtpScreen } from "./screen";

export const handle: PageHandle = { inlineScript: codeBoxesScript };

export const meta: MetaFunction = () => [titled(pageTitles.enterCode)];

export const headers: HeadersFunction = retryAfterOfAction;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const held = await openFlow(loginDeps(context), await readFlowId(context.config, request));
  if (!held) throw redirect("/");
  const { mode, channel, address, sends } = held.flow;
  return json({
    heading: modeTexts[mode].heading,
    channel: channel === "sms" ? ("phone" as const) : channel,
    destination: maskAddress({ channel, value: address }),
    notice: sends > 1 ? messages.otpResent : null,
    resendInSeconds: Math.ceil(resendWaitMs(held.flow, context.nowMs()) / 1000),
    backHref: askedFrom(held.flow),
  });
}

export async function action({ request, context }: ActionFunctionArgs) {
  const flowId = await readFlowId(context.config, request);
  if (!flowId) return redirect("/", 303);
  const form = await readForm(request);
  return form.get("intent") === "resend" ? resend(context, flowId) : verify({ request, context }, flowId, form);
}

async function resend(context: RequestContext, flowId: string) {
  const sent = await resendCode(loginDeps(context), { flowId, ip: context.ip });
  if (!sent.ok) return refuse(sent.failure, "send", context.nowMs());
  // The same id for another quarter of an hour.
  return redirect("/enter-OTP", {
    status: 303,
    headers: { "Set-Cookie": await loginCookie(context.config).serialize(flowId) },
  });
}

async function verify(args: { request: Request; context: RequestContext }, flowId: string, form: FormData) {
  const code = readCode(form);
  if (!code) return json({ alert: messages.otpIncomplete }, 400);
  const signedIn = await signInWithCode(args, { flowId, code });
  if (!signedIn.ok) return refuse(signedIn.failure, "guess", args.context.nowMs());
  return redirect(signedIn.goal, { status: 303, headers: signedIn.headers });
}

/** The page again, with what happened and what to do next; without a login, the landing page, which says that it is over. */
function refuse(failure: LoginFailure, doing: "send" | "guess", nowMs: number) {
  if (failure.code === "no-flow") return redirect("/#session-expired", 303);
  const { text, status, headers } = explainCode(failure, doing, nowMs);
  return json({ alert: text }, { status, headers });
}

export default function EnterOtp() {
  const page = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return <EnterOtpScreen {...page} {...(refused && { alert: refused.alert, notice: null })} />;
}
