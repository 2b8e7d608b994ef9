import {
  type ActionFunctionArgs,
  type HeadersFunction,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { messages } from "~/content/messages";
import { titled } from "~/content/page-titles";
import { profileTexts } from "~/content/profile-texts";
import { resendCode } from "~/features/login/send-again";
import { changeEmail } from "~/features/profile/change-email";
import { readSignedIn } from "~/features/session/read-signed-in";
import type { Session } from "~/features/session/session";
import { askerOf } from "~/server/browser-cookie";
import {
  type EmailChange,
  emailChangeDeps,
  endEmailChange,
  keepEmailChange,
  readEmailChange,
} from "~/server/email-change";
import { explainCode } from "~/server/explain-code";
import { readForm, retryAfterOfAction } from "~/server/login-form";
import type { PageHandle } from "~/server/page-handle";
import { requireSession } from "~/server/session/page-session";
import { setToast } from "~/server/toast";
import { busyFormsScript } from "~/ui/busy-forms";
import { ConfirmEmailScreen } from "./screen";

export const handle: PageHandle = { inlineScript: busyFormsScript };

export const meta: MetaFunction = () => [titled(profileTexts.confirmEmail.title)];

export const headers: HeadersFunction = retryAfterOfAction;

/** The change that this user began in this browser; anybody else starts at the form. */
async function begun(args: LoaderFunctionArgs): Promise<{ change: EmailChange; session: Session }> {
  const session = await requireSession(args);
  const [{ viewer }, change] = await Promise.all([readSignedIn(session), readEmailChange(args.context, args.request)]);
  if (!change || change.userId !== viewer.id) throw redirect("/personal-details");
  return { change, session };
}

export async function loader(args: LoaderFunctionArgs) {
  const { change } = await begun(args);
  return json({ destination: change.to });
}

export async function action(args: ActionFunctionArgs) {
  const { context, request } = args;
  const { change, session } = await begun(args);
  const form = await readForm(request);
  if (form.get("intent") === "resend") return resend(args, change);
  const typed = form.get("otp");
  const code = typeof typed === "string" ? typed.replace(/[\s-]/g, "") : "";
  if (!/^[0-9]{6}$/.test(code)) return json({ alert: messages.otpIncomplete }, 400);
  const { flowId } = change;
  const changed = await changeEmail(emailChangeDeps(context), session, { flowId, code });
  if (!changed.ok) {
    if (changed.failure.code === "email-taken") return json({ alert: profileTexts.emailTaken }, 409);
    const { text, status, headers } = explainCode(changed.failure, "guess", context.nowMs());
    return json({ alert: text }, { status, headers });
  }
  const headers = new Headers();
  headers.append("Set-Cookie", await setToast(context.config, "user-updated"));
  headers.append("Set-Cookie", await endEmailChange(context, change));
  return redirect("/settings", { status: 303, headers });
}

async function resend(args: ActionFunctionArgs, change: EmailChange) {
  const { context } = args;
  const { asker } = await askerOf(args);
  const sent = await resendCode(emailChangeDeps(context), { flowId: change.flowId, asker });
  if (!sent.ok) {
    const { text, status, headers } = explainCode(sent.failure, "send", context.nowMs());
    return json({ alert: text }, { status, headers });
  }
  return redirect("/confirm-email", {
    status: 303,
    headers: { "Set-Cookie": await keepEmailChange(context, change) },
  });
}

export default function ConfirmEmail() {
  const page = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return <ConfirmEmailScreen {...page} alert={refused?.alert ?? null} />;
}
