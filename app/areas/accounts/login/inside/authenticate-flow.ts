import { AuthorizationError, Authenticator } from "remix-auth";
import { MailError } from "~/integrations/mail/port";
import { PhoneCodeError } from "~/integrations/phone-codes/port";
import { createEmailStrategy, WRONG_CODE } from "./email-strategy";
import type { LoginDeps } from "../login-deps";
import { type Failed, failed, LoginStop } from "../login-failure";
import { flowStorage, type HeldFlow } from "../login-flow";
import { PhoneStrategy } from "./phone-strategy";

/**
 * Runs remix-auth on a request built here, which contains only an address or six digits that our own code has validated,
 * and none of the visitor's headers. Without `code` it sends one. `onProven` runs once a code was correct.
 */
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

/** @throws anything that is not an expected login failure */
function toFailure(thrown: unknown, held: HeldFlow) {
  if (!(thrown instanceof AuthorizationError)) throw thrown;
  const { cause, message } = thrown;
  if (cause instanceof LoginStop) return cause.failure;
  if (cause instanceof MailError || cause instanceof PhoneCodeError) return { code: cause.code };
  if (message === WRONG_CODE) return { code: "wrong-code" as const, triesLeft: held.triesLeft };
  throw cause ?? thrown;
}
