import type { SessionStorage } from "@remix-run/cloudflare";
import { type AuthenticateOptions, Authenticator, AuthorizationError, Strategy } from "remix-auth";
import { OTPStrategy } from "remix-auth-otp";
import * as z from "zod";
import { codeMail } from "~/content/messages";
import { MailError } from "~/integrations/mail/port";
import { PhoneCodeError } from "~/integrations/phone-codes/port";
import { renderMail } from "~/mail/render-mail";
import { failed, type Failed, type LoginDeps, LoginStop } from "./login-deps";
import { flowStorage, type HeldFlow } from "./login-flow";
import { CODE_LIFE_MS, giveTryBack, takeTry, useUpCode } from "./one-time-codes";

// The number and the vendor's request id come from our own rows, never from the browser.

const CODE_ID = "auth:code-id";

class PhoneStrategy extends Strategy<true, { phone: string }> {
  override name = "phone";

  constructor(
    private readonly deps: LoginDeps,
    private readonly held: HeldFlow,
    onProven: () => Promise<void>,
  ) {
    super(async () => {
      held.proven = true;
      await onProven();
      return true;
    });
  }

  override async authenticate(
    request: Request,
    sessionStorage: SessionStorage,
    options: AuthenticateOptions,
  ): Promise<true> {
    const code = (await request.formData()).get("code");
    const session = await sessionStorage.getSession(request.headers.get("Cookie"));
    try {
      if (typeof code === "string") {
        await this.check(z.string().parse(session.get(CODE_ID)), code);
        return await this.verify({ phone: this.held.flow.address });
      }
      session.set(CODE_ID, await this.send());
    } catch (error) {
      const cause = error instanceof Error ? error : new Error("unknown failure");
      return this.failure(cause.message, request, sessionStorage, options, cause);
    }
    await sessionStorage.commitSession(session);
    return true;
  }

  /** A new request at the vendor each time, even when sending again: from then on the earlier request counts for nothing. */
  private async send(): Promise<string> {
    const { deps, held } = this;
    const { requestId } = await deps.phoneCodes.send(held.flow.address);
    const id = deps.newId("code");
    const addressHash = await deps.hash(`sms:${held.flow.address}`);
    held.newCode = { id, addressHash, channel: "sms", vendorRequestId: requestId, tries: held.tries };
    return id;
  }

  private async check(id: string, code: string): Promise<void> {
    const { db } = this.deps;
    const taken = await takeTry(db, id, this.held.attempt, this.deps.nowMs());
    if (!taken.ok) throw new LoginStop(taken.failure);
    if (!taken.vendorRequestId) throw new Error("an SMS code without a request id");
    let right: boolean;
    try {
      right = await this.deps.phoneCodes.verify(taken.vendorRequestId, code);
    } catch (error) {
      await giveTryBack(db, id);
      throw error;
    }
    if (!right) throw new LoginStop({ code: "wrong-code", triesLeft: taken.triesLeft });
    if (!(await useUpCode(db, id, this.held.attempt, this.deps.nowMs()))) throw new LoginStop({ code: "ended-code" });
  }
}

// remix-auth-otp with the safeguards it lacks: a new instance per request; no magic link (its host comes from a request header); tries and
// single use are decided in D1; no user exists before the proof.

const WRONG_CODE = "Code is invalid.";

async function createEmailStrategy(deps: LoginDeps, held: HeldFlow, onProven: () => Promise<void>) {
  let guessing = false;
  // In these three callbacks 'code' is the library's name for the ciphertext of address and code.
  const rowId = (ciphertext: string) => deps.hash(`code:${ciphertext}`);
  return new OTPStrategy<true | null>(
    {
      secret: await deps.hash(`seal:${held.id}`),
      magicLinkGeneration: { enabled: false },
      codeGeneration: {
        length: 6,
        digits: true,
        upperCaseAlphabets: false,
        lowerCaseAlphabets: false,
        specialChars: false,
        expiresAt: CODE_LIFE_MS,
      },
      customErrors: { invalidCode: WRONG_CODE },
      // Our own code has validated the address; the library's pattern would accept line breaks.
      validateEmail: async (email) => {
        if (email !== held.flow.address) throw new Error("the address is not the one of this flow");
      },
      storeCode: async (ciphertext) => {
        held.newCode = {
          id: await rowId(ciphertext),
          addressHash: await deps.hash(`email:${held.flow.address}`),
          channel: "email",
          vendorRequestId: null,
          tries: held.tries,
        };
      },
      sendCode: async ({ email, code }) => {
        if (!held.newCode) throw new Error("a code is sent only after it was given an id");
        await deps.mailer.send({
          key: `otp/${held.newCode.id}`,
          to: email,
          ...renderMail(codeMail({ code, origin: deps.origin, purpose: held.flow.purpose, goal: held.flow.goal })),
        });
      },
      validateCode: async (ciphertext) => {
        guessing = true;
        const taken = await takeTry(deps.db, await rowId(ciphertext), held.attempt, deps.nowMs());
        if (!taken.ok) throw new LoginStop(taken.failure);
        held.triesLeft = taken.triesLeft;
        return { code: ciphertext, active: true, attempts: 0 };
      },
      invalidateCode: async (ciphertext, active) => {
        // A wrong try is already counted. When a new code is sent, the old one ends in the batch that stores the new one.
        if (active || !guessing) return;
        const id = await rowId(ciphertext);
        if (!(await useUpCode(deps.db, id, held.attempt, deps.nowMs()))) throw new LoginStop({ code: "ended-code" });
      },
    },
    async ({ code }) => {
      if (code !== undefined) return null;
      held.proven = true;
      await onProven();
      return true;
    },
  );
}

/** The request built here has none of the visitor's headers. */
export async function authenticateFlow(
  deps: LoginDeps,
  held: HeldFlow,
  fields: { email: string } | { code: string } | Record<string, never>,
  onProven: () => Promise<void> = async () => {},
): Promise<{ ok: true } | Failed> {
  const authenticator = new Authenticator<true | null>(flowStorage(deps, held), { throwOnError: true });
  authenticator.use(
    held.flow.channel === "email"
      ? await createEmailStrategy(deps, held, onProven)
      : new PhoneStrategy(deps, held, onProven),
    "code",
  );
  const request = new Request(`${deps.origin}/enter-OTP`, {
    method: "POST",
    body: new URLSearchParams(fields),
    headers: held.data ? { Cookie: await cookiePair(deps, held) } : {},
  });
  try {
    await authenticator.authenticate("code", request, { successRedirect: "/" });
  } catch (thrown) {
    // The library throws a redirect on success.
    if (!(thrown instanceof Response)) return failed(toFailure(thrown, held));
  }
  return { ok: true };
}

async function cookiePair(deps: LoginDeps, held: HeldFlow): Promise<string> {
  const [pair = ""] = (await deps.flowCookie.serialize(held.id)).split(";");
  return pair;
}

function toFailure(thrown: unknown, held: HeldFlow) {
  if (!(thrown instanceof AuthorizationError)) throw thrown;
  const { cause, message } = thrown;
  if (cause instanceof LoginStop) return cause.failure;
  if (cause instanceof MailError || cause instanceof PhoneCodeError) return { code: cause.code };
  if (message === WRONG_CODE) return { code: "wrong-code" as const, triesLeft: held.triesLeft };
  throw cause ?? thrown;
}
