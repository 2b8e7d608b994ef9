import { json, redirect } from "@remix-run/cloudflare";
import * as z from "zod";
import type { Failed, LoginDeps } from "~/areas/accounts/login/login-deps";
import { FLOW_LIFE_MS } from "~/areas/accounts/login/login-flow";
import { guessLimits } from "~/areas/accounts/login/login-limits";
import { SECOND_TAP_MS } from "~/areas/accounts/login/one-time-codes";
import { type LoginAddress, wholeAddress } from "~/areas/accounts/login/read-address";
import { resendCode, startLogin } from "~/areas/accounts/login/start-login";
import { changeContact } from "~/areas/accounts/profile/change-contact";
import { messages } from "~/content/messages";
import { takeLimits } from "~/core/limits";
import { accessOf, type SessionClaim } from "~/core/session/access";
import { readSignedIn } from "~/core/session/read-signed-in";
import type { Session } from "~/core/session/session";
import { readViewer, type Viewer } from "~/core/session/viewer";
import { runWork } from "~/db/work";
import { askerOf } from "./browser-cookie";
import type { RequestArgs, RequestContext } from "./context";
import { explainCode } from "./explain-code";
import { keyedHash } from "./keyed-hash";
import { loginDeps } from "./login-deps";
import { readOtp, readForm } from "./login-form";
import { commitSessionCookie, readSessionCookie } from "./session/cookie";
import { requireSession } from "./session/page-session";
import { deleteSessionRecord, writeSessionRecord } from "./session/record";
import { signedCookie } from "./signed-cookie";
import { setToast } from "./toast";

// A change of email address or phone number in progress. Its cookie is not the login's, so its code can never open a
// session on the login page. It names the user who began it, so no one else can finish it.

const changeSchema = z.object({
  flowId: z.string().min(1),
  userId: z.string().min(1),
  channel: z.enum(["email", "sms"]),
  to: z.string(),
});

type ContactChange = z.infer<typeof changeSchema>;

const changeCookie = ({ config }: RequestContext) => signedCookie(config, "contact-change", FLOW_LIFE_MS / 1000);

async function readContactChange(context: RequestContext, request: Request): Promise<ContactChange | null> {
  const parsed = changeSchema.safeParse(await changeCookie(context).parse(request.headers.get("Cookie")));
  return parsed.success ? parsed.data : null;
}

const contactChangeDeps = (context: RequestContext): LoginDeps => ({
  ...loginDeps(context),
  flowCookie: changeCookie(context),
});

export async function startContactChange(
  args: RequestArgs,
  userId: string,
  address: LoginAddress,
): Promise<{ ok: true; cookie: string } | Failed> {
  const { context } = args;
  const { asker } = await askerOf(args);
  const begun = { mode: "login", ref: null, goal: "/wallet", purpose: "new-address", ticket: null } as const;
  const started = await startLogin(contactChangeDeps(context), { ...begun, address, asker: { ...asker, userId } });
  if (!started.ok) return started;
  const { flowId } = started;
  const change = { flowId, userId, channel: address.channel, to: wholeAddress(address) };
  return { ok: true, cookie: await changeCookie(context).serialize(change) };
}

// When an account's address changes, its session gets a new id. It is derived from the old id, the started change and its code,
// so that the same form sent twice gives the same session, and no one who lacks one of the three can derive it.
type NextSession = { sid: string; claim: SessionClaim; before: SessionClaim };

export async function nextSession(
  { request, context: { config } }: RequestArgs,
  { flowId, code }: { flowId: string; code: string },
): Promise<NextSession | null> {
  const before = await readSessionCookie(config, request);
  if (!before) return null;
  const sid = (await keyedHash(config.SESSION_SECRET, `next:${before.idHash}:${flowId}:${code}`)).slice(0, 52);
  const idHash = await keyedHash(config.SESSION_SECRET, sid);
  return { sid, before, claim: { idHash, userId: before.userId } };
}

export async function enterNextSession({ context }: RequestArgs, { sid, claim, before }: NextSession): Promise<string> {
  const { kv, config } = context;
  const nowMs = context.nowMs();
  const { userId } = claim;
  try {
    await writeSessionRecord(kv, claim.idHash, { userId, createdAtMs: nowMs, lastSeenMs: nowMs });
  } catch {
    // D1 alone is enough for a young session; the visitor logs in again if KV never gets the record.
    context.log("session-record-not-written", { userId });
  }
  context.waitUntil(deleteSessionRecord(kv, before.idHash));
  return commitSessionCookie(config, { sid, userId });
}

const SAME_FORM_MS = 60_000;
const LOOKS_AFTER_MS = [0, 200, 800, 2_000];

export async function isEntered({ db, nowMs, wait }: RequestContext, { claim }: NextSession): Promise<boolean> {
  for (const pauseMs of LOOKS_AFTER_MS) {
    await wait(pauseMs);
    const viewer = await runWork(db, readViewer(db, accessOf(claim, nowMs())));
    if (viewer && nowMs() - viewer.sessionCreatedAtMs < SAME_FORM_MS) return true;
  }
  return false;
}

const PLACES = {
  email: { form: "/personal-details", taken: "This email address belongs to another account. Use a different one." },
  sms: { form: "/phone-number", taken: "This phone number belongs to another account. Use a different one." },
} as const;

type Begun = { change: ContactChange; session: Session; viewer: Viewer };

async function begun(args: RequestArgs): Promise<Begun> {
  const session = await requireSession(args);
  const [{ viewer }, change] = await Promise.all([
    readSignedIn(session),
    readContactChange(args.context, args.request),
  ]);
  if (!change || change.userId !== viewer.id) throw redirect("/settings");
  return { change, session, viewer };
}

export async function readBegunChange(args: RequestArgs) {
  const { change } = await begun(args);
  return { ...change, form: PLACES[change.channel].form };
}

export async function confirmContact(args: RequestArgs) {
  const form = await readForm(args.request);
  if (form.get("intent") === "resend") {
    const { change } = await begun(args);
    return resend(args, change);
  }
  const { code, typed } = readOtp(form);
  if (!code) {
    await begun(args);
    return json({ alert: messages.otpIncomplete, typed }, 400);
  }
  return verify(args, code);
}

async function verify(args: RequestArgs, code: string) {
  const { context } = args;
  const change = await readContactChange(context, args.request);
  if (!change) {
    await begun(args);
    throw redirect("/settings");
  }
  const { flowId, channel } = change;
  const next = await nextSession(args, { flowId, code });
  if (!next) throw redirect("/");
  const found = await begun(args).catch(async (ended: unknown) => {
    // The first of two taps has ended the session that the second came with.
    if (ended instanceof Response && (await mayLook(context, flowId)) && (await isEntered(context, next))) return null;
    throw ended;
  });
  if (!found) return entered(args, change, next);
  const wanted = { channel, flowId, code, nextIdHash: next.claim.idHash };
  const changed = await changeContact(contactChangeDeps(context), found.session, wanted);
  if (changed.ok) {
    if (!changed.again) return entered(args, change, next);
    // The answer to the first tap has arrived: this request came with the new session.
    const { address } = changed;
    const isNew = (address.channel === "email" ? found.viewer.email : found.viewer.phone) === address.value;
    return entered(args, change, !isNew && (await isEntered(context, next)) ? next : null);
  }
  const { failure } = changed;
  if (failure.code === "address-taken") return json({ alert: PLACES[channel].taken, typed: "" }, 409);
  const isUnderWay = failure.code === "still-checking" || failure.code === "no-flow";
  if (isUnderWay && (await isEntered(context, next))) return entered(args, change, next);
  const { text, status, headers } = explainCode(failure, "guess", context.nowMs());
  return json({ alert: text, typed: "" }, { status, headers });
}

/** Looking for a session by a code is a guess like any other. */
async function mayLook(context: RequestContext, flowId: string): Promise<boolean> {
  return (await takeLimits(context.db, await guessLimits(loginDeps(context), flowId), context.nowMs())).ok;
}

async function entered(args: RequestArgs, change: ContactChange, next: NextSession | null) {
  const { context } = args;
  const headers = new Headers();
  if (next) headers.append("Set-Cookie", await enterNextSession(args, next));
  headers.append("Set-Cookie", await setToast(context.config, "user-updated"));
  headers.append("Set-Cookie", await changeCookie(context).serialize(change, { maxAge: SECOND_TAP_MS / 1000 }));
  return redirect("/settings", { status: 303, headers });
}

async function resend(args: RequestArgs, change: ContactChange) {
  const { context } = args;
  const { asker } = await askerOf(args);
  const sent = await resendCode(contactChangeDeps(context), { flowId: change.flowId, asker });
  if (!sent.ok) {
    const { text, status, headers } = explainCode(sent.failure, "send", context.nowMs());
    return json({ alert: text, typed: "" }, { status, headers });
  }
  return redirect("/confirm-contact", {
    status: 303,
    headers: { "Set-Cookie": await changeCookie(context).serialize(change) },
  });
}
