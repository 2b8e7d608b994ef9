import { OTPStrategy } from "remix-auth-otp";
import { codeMail } from "~/content/login-messages";
import { renderMail } from "~/mail/render-mail";
import { LoginStop } from "../login-failure";
import type { HeldFlow } from "../login-flow";
import type { LoginDeps } from "../login-deps";
import { CODE_LIFE_MS, takeTry, useUpCode } from "../one-time-codes";

// remix-auth-otp 2.3.3, with the safeguards it lacks: a new instance per request; no magic link (its host comes from a request
// header); tries and single use are decided in D1, not by the library's read-compare-write; no user exists before the proof.

/** The library's message for a code that does not match. */
export const WRONG_CODE = "Code is invalid.";

export async function createEmailStrategy(deps: LoginDeps, held: HeldFlow, onProven: () => Promise<void>) {
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
      // Called both before the proof, with the code about to be sent, and after it, without one.
      if (code !== undefined) return null;
      held.proven = true;
      await onProven();
      return true;
    },
  );
}
