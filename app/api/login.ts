import * as z from "zod";
import { messages } from "~/content/messages";
import { finishLogin } from "~/areas/accounts/login/finish-login";
import type { Failed } from "~/areas/accounts/login/login-deps";
import { readReferralCode } from "~/areas/accounts/referrals/find-referral-code";
import { readAddress } from "~/areas/accounts/login/read-address";
import { typedOtp } from "~/domain/money";
import { startLogin } from "~/areas/accounts/login/start-login";
import { nationalNumber } from "~/areas/accounts/profile/read-settings";
import type { Viewer } from "~/core/session/viewer";
import { readFeeAndViewer } from "~/core/settings/setting";
import type { RequestContext } from "~/server/context";
import { explainCode } from "~/server/explain-code";
import { keyedHash } from "~/server/keyed-hash";
import { loginDeps } from "~/server/login-deps";
import { newSessionId } from "~/server/session/cookie";
import { problem } from "./answer";
import { issueToken, TOKEN_LIFE_S } from "./bearer";
import { call, openCall } from "./call";
import { activationWire, addressFields, toWire } from "./fields";

const referral = { referral_code: z.string().max(64).nullish() };
const ticket = z.string().max(300).nullish();

export const sendCode = openCall({
  name: "sendCode",
  method: "POST",
  path: "/api/otp/send",
  body: z.object({ ...addressFields, ...referral, ticket }),
  async handle({ body, context }) {
    const { email = null, phone_number = null, referral_code = null } = body;
    const read = readAddress({ email, phone_number });
    if (!read.ok) return problem(400, read.message, { field: read.field });
    const started = await startLogin(loginDeps(context), {
      address: read.address,
      mode: "sign-up",
      ref: readReferralCode(referral_code),
      goal: "/wallet",
      purpose: "sign-in",
      asker: { ip: context.ip, browserId: null, userId: null, known: [] },
      ticket: body.ticket ?? null,
    });
    if (started.ok) return { status: true, msg91Id: started.flowId, message: "We have sent a code." };
    const { failure } = started;
    const { text, status, headers } = explainCode(failure, "send", context.nowMs());
    return problem(status, text, { headers, ...(failure.code === "not-yet" && { ticket: failure.ticket }) });
  },
});

export const verifyCode = openCall({
  name: "verifyCode",
  method: "POST",
  path: "/api/otp/verify",
  body: z.object({
    msg91Id: z.string().min(1).max(200),
    otp: z
      .string(messages.otpIncomplete)
      .max(200, messages.otpIncomplete)
      .transform((text) => typedOtp(text).code)
      .pipe(z.string(messages.otpIncomplete)),
  }),
  // Clients of this one call check 'type'.
  shape: (told) => ({ type: "error", ...told }),
  async handle({ body, context }) {
    const proven = await tokenForCode(context, { flowId: body.msg91Id, code: body.otp });
    if (proven.ok) return { type: "success", token: proven.token };
    const { text, status, headers } = explainCode(proven.failure, "guess", context.nowMs());
    return problem(status, text, { headers });
  },
});

/** Turns a correct code into a token, once. The session id is discarded, so no cookie can ever be made for this session. */
async function tokenForCode(
  context: RequestContext,
  proof: { flowId: string; code: string },
): Promise<{ ok: true; token: string } | Failed> {
  const { config } = context;
  const nowMs = context.nowMs();
  const idHash = await keyedHash(config.SESSION_SECRET, newSessionId());
  const finished = await finishLogin(loginDeps(context), {
    ...proof,
    ref: null,
    secondTap: false,
    session: { idHash, expiresAtMs: nowMs + TOKEN_LIFE_S * 1000 },
    previousIdHash: null,
  });
  if (!finished.ok) return finished;
  return { ok: true, token: await issueToken(config, { userId: finished.userId, idHash }, nowMs) };
}

/** The user was created when the code was verified. This returns the viewer's own data and can be repeated. */
export const addUser = call({
  name: "addUser",
  method: "POST",
  path: "/api/users/add_user",
  body: z.object({ ...addressFields, ...referral }),
  async handle({ body, context, session }) {
    const { email = null, phone_number = null } = body;
    const read = readAddress({ email, phone_number });
    if (!read.ok) return problem(400, read.message, { field: read.field });
    const { viewer, nowMs, feeCents } = await readFeeAndViewer(context, session);
    const { channel, value } = read.address;
    if (value !== (channel === "email" ? viewer.email : viewer.phone))
      return problem(403, "First log in with a code sent to this address.", {
        field: channel === "email" ? "email" : "phone_number",
      });
    const token = await issueToken(context.config, session.claim, nowMs, session.tokenEndsAtMs);
    return { status: true, data: newUserWire(token, viewer, feeCents) };
  },
});

function newUserWire(token: string, viewer: Viewer, feeCents: number) {
  const phone = nationalNumber(viewer.phone);
  return {
    token,
    id: viewer.id,
    email: viewer.email ?? "",
    phoneNumber: phone,
    phone_number: phone,
    joining_fee: toWire(feeCents),
    ...activationWire(viewer.activated),
  };
}
