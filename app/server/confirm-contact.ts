import { json, redirect } from "@remix-run/cloudflare";
import { messages } from "~/content/messages";
import { profileTexts } from "~/content/profile-texts";
import { takeLimits } from "~/features/limits/take-limits";
import { guessLimits } from "~/features/login/login-limits";
import { resendCode } from "~/features/login/start-login";
import { changeContact } from "~/features/profile/change-contact";
import { readSignedIn } from "~/features/session/read-signed-in";
import type { Session } from "~/features/session/session";
import {
  type ContactChange,
  contactChangeDeps,
  endContactChange,
  keepContactChange,
  readContactChange,
} from "./contact-change";
import type { RequestContext } from "./context";
import { explainCode } from "./explain-code";
import { loginDeps } from "./login-deps";
import { readForm } from "./login-form";
import { enterNextSession, isEntered, type NextSession, nextSession } from "./session/next-session";
import { requireSession } from "./session/page-session";
import { setToast } from "./toast";

// The page that takes the code of a new email address or phone number.

type Args = { request: Request; context: RequestContext };
type Channel = ContactChange["channel"];

const PLACES = {
  email: { page: "/confirm-email", form: "/personal-details", taken: profileTexts.emailTaken },
  sms: { page: "/confirm-phone", form: "/phone-number", taken: profileTexts.phoneTaken },
} as const;

/** The change this very user began in this browser; anyone else starts at the form. */
async function begun(args: Args, channel: Channel): Promise<{ change: ContactChange; session: Session }> {
  const session = await requireSession(args);
  const [{ viewer }, change] = await Promise.all([
    readSignedIn(session),
    readContactChange(args.context, args.request),
  ]);
  if (!change || change.userId !== viewer.id || change.channel !== channel) throw redirect(PLACES[channel].form);
  return { change, session };
}

export async function readBegunChange(args: Args, channel: Channel) {
  const { change } = await begun(args, channel);
  return json({ destination: change.to });
}

export async function confirmContact(args: Args, channel: Channel) {
  const { context, request } = args;
  const form = await readForm(request);
  if (form.get("intent") === "resend") {
    const { change } = await begun(args, channel);
    return resend(context, change);
  }
  const typed = form.get("otp");
  const code = typeof typed === "string" ? typed.replace(/[\s-]/g, "") : "";
  if (!/^[0-9]{6}$/.test(code)) {
    await begun(args, channel);
    return json({ alert: messages.otpIncomplete }, 400);
  }
  return verify(args, channel, code);
}

async function verify(args: Args, channel: Channel, code: string) {
  const { context } = args;
  const { flowId = "" } = (await readContactChange(context, args.request)) ?? {};
  const next = flowId ? await nextSession(args, { flowId, code }) : null;
  const found = await begun(args, channel).catch(async (ended: unknown) => {
    // The first of two taps has ended the session that the second came with.
    if (next && ended instanceof Response && (await mayLook(context)) && (await isEntered(context, next))) return next;
    throw ended;
  });
  if (!("session" in found)) return entered(args, found);
  const { session } = found;
  if (!next) throw redirect("/");
  const change = { channel, flowId, code, ip: context.ip, nextIdHash: next.claim.idHash };
  const changed = await changeContact(contactChangeDeps(context), session, change);
  if (changed.ok || (changed.failure.code !== "address-taken" && (await isEntered(context, next))))
    return entered(args, next);
  if (changed.failure.code === "address-taken") return json({ alert: PLACES[channel].taken }, 409);
  const { text, status, headers } = explainCode(changed.failure, "guess", context.nowMs());
  return json({ alert: text }, { status, headers });
}

/** Looking for a session by a code is a guess like any other. */
async function mayLook(context: RequestContext): Promise<boolean> {
  return (await takeLimits(context.db, await guessLimits(loginDeps(context), context.ip), context.nowMs())).ok;
}

async function entered(args: Args, next: NextSession) {
  const { context } = args;
  const headers = new Headers();
  headers.append("Set-Cookie", await enterNextSession(args, next));
  headers.append("Set-Cookie", await setToast(context.config, "user-updated"));
  headers.append("Set-Cookie", await endContactChange(context));
  return redirect("/settings", { status: 303, headers });
}

async function resend(context: RequestContext, change: ContactChange) {
  const sent = await resendCode(contactChangeDeps(context), { flowId: change.flowId, ip: context.ip });
  if (!sent.ok) {
    const { text, status, headers } = explainCode(sent.failure, "send", context.nowMs());
    return json({ alert: text }, { status, headers });
  }
  return redirect(PLACES[change.channel].page, {
    status: 303,
    headers: { "Set-Cookie": await keepContactChange(context, change) },
  });
}
