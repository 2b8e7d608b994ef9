import { giveBackLimits, limitWork, type Tally } from "~/core/limits";
import { runWork, together } from "~/db/work";
import { authenticateFlow } from "./authenticate-flow";
import { failed, type Failed, type LoginDeps } from "./login-deps";
import { findFlow, type HeldFlow, flowWork, isFlow, type LoginFlow } from "./login-flow";
import { goalOf } from "./login-goals";
import { guessLimits, hashAddress, provenLimits } from "./login-limits";
import { noteWrong, sameTry, TRIES_PER_CODE } from "./one-time-codes";
import type { LoginAddress } from "./read-address";
import { type NewSession, signIn } from "./sign-in";

export type FinishLoginInput = {
  flowId: string | null;
  code: string;
  ref: string | null;
  session: NewSession;
  previousIdHash: string | null;
  /** The session's id follows from login and code, so that a second tap is answered with the same session. */
  secondTap: boolean;
};

export type FinishedLogin = {
  ok: true;
  userId: string;
  isNew: boolean;
  isStaff: boolean;
  goal: LoginFlow["goal"];
  address: LoginAddress;
};

export async function finishLogin(deps: LoginDeps, input: FinishLoginInput): Promise<FinishedLogin | Failed> {
  const { flowId } = input;
  if (!flowId) return failed({ code: "no-flow" });
  const guesses = await guessLimits(deps, flowId);
  const { found, taken } = await runWork(
    deps.db,
    together({
      found: await flowWork(deps, flowId),
      taken: limitWork(deps.db, { limits: guesses, nowMs: deps.nowMs(), onlyIf: await isFlow(deps, flowId) }),
    }),
  );
  if (!found || found.state === "late") return failed({ code: "no-flow" });
  const { held } = found;
  held.attempt = input.secondTap ? input.session.idHash : null;
  if (sameTry(held.code, held.attempt, deps.nowMs())) return asBefore(deps, held, input);
  if (found.state === "ended") return failed({ code: "no-flow" });
  if (!taken.ok) {
    deps.log("login-guess-refused");
    return failed({ code: "too-many", retryAtMs: taken.retryAtMs });
  }

  let outcome: FinishedLogin | Failed | undefined;
  const checked = await authenticateFlow(deps, held, { code: input.code }, async () => {
    const freed = [...held.flow.counted.map((key) => ({ key })), ...guesses];
    const { channel, address: value } = held.flow;
    const proven = provenLimits(channel, await hashAddress(deps, { channel, value }));
    outcome = await open(deps, held, input, { freed, proven });
  });
  if (checked.ok) {
    if (!outcome) throw new Error("a proof without an outcome");
    return outcome;
  }
  const { failure } = checked;
  if (failure.code === "still-checking") return asBefore(deps, held, input);
  if (failure.code === "unavailable") await giveBackLimits(deps.db, guesses, deps.nowMs());
  if (failure.code === "wrong-code" && held.attempt && held.code) await noteWrong(deps.db, held.code.id, held.attempt);
  return checked;
}

const LOOK_AGAIN_MS = [200, 800, 2_000] as const;

async function asBefore(deps: LoginDeps, held: HeldFlow, input: FinishLoginInput): Promise<FinishedLogin | Failed> {
  let { code } = held;
  for (const wait of [0, ...LOOK_AGAIN_MS]) {
    if (wait > 0) {
      await deps.pause(wait);
      code = (await findFlow(deps, held.id))?.held.code ?? null;
    }
    const was = sameTry(code, held.attempt, deps.nowMs());
    if (was === "right") return open(deps, held, input, { freed: [], proven: [] });
    if (was === "wrong") return failed({ code: "wrong-code", triesLeft: TRIES_PER_CODE - (code?.attempts ?? 0) });
    if (was === null && wait > 0) return failed({ code: "unavailable" });
  }
  return failed({ code: "still-checking" });
}

async function open(
  deps: LoginDeps,
  held: HeldFlow,
  input: FinishLoginInput,
  limits: { freed: { key: string }[]; proven: Tally[] },
): Promise<FinishedLogin | Failed> {
  const { channel, address: value, goal, ref } = held.flow;
  const address: LoginAddress = { channel, value };
  const { session, previousIdHash } = input;
  const signedIn = await signIn(deps, {
    address,
    ref: ref ?? input.ref,
    flowIdHash: held.idHash,
    askKey: held.flow.askKey,
    session,
    previousIdHash: previousIdHash === session.idHash ? null : previousIdHash,
    freedLimits: limits.freed,
    proven: limits.proven,
  });
  if (signedIn.ok) {
    const { userId, isNew, role } = signedIn;
    return { ok: true, userId, isNew, isStaff: role !== "investor", goal: goalOf(role, goal), address };
  }
  return failed({ code: signedIn.reason === "suspended" ? "suspended" : "no-flow" });
}
