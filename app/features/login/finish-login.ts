import { giveBackLimits, takeLimits } from "~/features/limits/take-limits";
import { authenticateFlow } from "./authenticate-flow";
import type { LoginDeps } from "./login-deps";
import { type Failed, failed } from "./login-failure";
import { type LoginFlow, openFlow } from "./login-flow";
import { guessLimits, sendLimits } from "./login-limits";
import type { LoginAddress } from "./read-address";
import { type NewSession, signIn } from "./sign-in";

export type FinishLoginInput = {
  flowId: string | null;
  /** Six digits. */
  code: string;
  ip: string;
  session: NewSession;
  previousIdHash: string | null;
};

export type FinishedLogin = {
  ok: true;
  userId: string;
  isNew: boolean;
  goal: LoginFlow["goal"];
  address: LoginAddress;
};

/** Turns a correct code into a session, once. Five round trips; three for a wrong code. */
export async function finishLogin(deps: LoginDeps, input: FinishLoginInput): Promise<FinishedLogin | Failed> {
  const held = await openFlow(deps, input.flowId);
  if (!held) return failed({ code: "no-flow" });
  const address: LoginAddress = { channel: held.flow.channel, value: held.flow.address };
  const guesses = await guessLimits(deps, input.ip);
  const taken = await takeLimits(deps.db, guesses, deps.nowMs());
  if (!taken.ok) {
    deps.log("login-guess-refused");
    return failed({ code: "too-many", retryAtMs: taken.retryAtMs });
  }
  const { untilProven } = await sendLimits(deps, address, input.ip);

  let signedIn: Awaited<ReturnType<typeof signIn>> | undefined;
  const checked = await authenticateFlow(deps, held, { code: input.code }, async () => {
    signedIn = await signIn(deps, {
      address,
      ref: held.flow.ref,
      flowIdHash: held.idHash,
      session: input.session,
      previousIdHash: input.previousIdHash,
      freedLimits: [...untilProven, ...guesses],
    });
  });
  if (!checked.ok) {
    if (checked.failure.code === "unavailable") await giveBackLimits(deps.db, guesses, deps.nowMs());
    return checked;
  }
  if (!signedIn) throw new Error("a proof without an outcome");
  if (!signedIn.ok) return failed({ code: "suspended" });
  return { ok: true, userId: signedIn.userId, isNew: signedIn.isNew, goal: held.flow.goal, address };
}
