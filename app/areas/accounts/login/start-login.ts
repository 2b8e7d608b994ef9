import { countWork, giveBackLimits, limitWork } from "~/core/limits";
import { row, runWork, together, writes } from "~/db/work";
import { type Ask, askQuery, claimAsk, endAsk, outcomeOf } from "./ask-once";
import { type Asker, failed, type Failed, type LoginDeps } from "./login-deps";
import { authenticateFlow } from "./authenticate-flow";
import { type HeldFlow, type LoginFlow, newFlow } from "./login-flow";
import { SEND_AGAIN_AFTER_MS, type SendLimits, sendLimits } from "./login-limits";
import { TRIES_PER_CODE } from "./one-time-codes";
import type { LoginAddress } from "./read-address";
import {
  isAlarm,
  issueTicket,
  readTicket,
  strangersWaitMs,
  TICKET_KNOWN_MS,
  triesOfStranger,
  type Turn,
} from "./turn-ticket";

// It does not even look up whether the address has a user, so the answer cannot reveal it.

export type StartLoginInput = Pick<LoginFlow, "mode" | "ref" | "goal" | "purpose"> & {
  address: LoginAddress;
  asker: Asker;
  ticket: string | null;
};

export type Started = { ok: true; flowId: string } | Failed;

/** When the same browser asks for the same again within half a minute, no second code is sent. */
export async function startLogin(deps: LoginDeps, input: StartLoginInput): Promise<Started> {
  const { address, asker } = input;
  const nowMs = deps.nowMs();
  const limits = await sendLimits(deps, address, asker);
  const turn = await readTicket(deps, input.ticket, limits.addressHash, nowMs);
  const ask = await askOf(deps, input, limits, limits.isKnown ? null : turn);
  const { asked, busy } = await runWork(
    deps.db,
    together({
      asked: row(askQuery(deps.db, ask ?? { key: "", againAfterMs: 0 }, nowMs)),
      busy: countWork(deps.db, limits.busy, nowMs),
    }),
  );
  const flowIdOf = (salt: string) => deps.hash(`flow-id:${asker.browserId ?? ""}:${salt}`);
  const asOther = async (other: NonNullable<typeof asked>, key: string): Promise<Started> => {
    const outcome = await outcomeOf(deps, key, other);
    return outcome.ok ? { ok: true, flowId: await flowIdOf(other.salt) } : outcome;
  };
  if (ask && asked) return asOther(asked, ask.key);
  const early = await turnOf(deps, input, limits, busy, turn);
  if (early) return early;

  const { mode, ref, goal, purpose } = input;
  const flow = { mode, ref, goal, purpose, userId: asker.userId, channel: address.channel, address: address.value };
  const flowId = ask ? await flowIdOf(ask.salt) : deps.newSecretId();
  const counted = limits.untilProven;
  const held = await newFlow(deps, flowId, {
    ...flow,
    sentAtMs: nowMs,
    sends: 1,
    counted,
    askKey: turn ? null : (ask?.key ?? null),
  });
  held.tries = limits.isKnown ? TRIES_PER_CODE : triesOfStranger(busy.strangers);
  const sent = await sendOnce(deps, held, limits, ask);
  if ("other" in sent) return ask ? asOther(sent.other, ask.key) : failed({ code: "unavailable" });
  return sent.ok ? { ok: true, flowId } : sent;
}

async function askOf(
  deps: LoginDeps,
  { goal, purpose, asker }: StartLoginInput,
  { addressHash }: SendLimits,
  turn: Turn | null,
): Promise<Ask | null> {
  if (turn) {
    return { key: await deps.hash(`ask-ticket:${turn.id}`), salt: deps.newSecretId(), againAfterMs: TICKET_KNOWN_MS };
  }
  if (!asker.browserId) return null;
  const key = await deps.hash(`ask:${asker.browserId}:${purpose}:${goal}:${addressHash}`);
  return { key, salt: deps.newSecretId(), againAfterMs: SEND_AGAIN_AFTER_MS };
}

async function turnOf(
  deps: LoginDeps,
  { address: { channel }, asker, ticket: held }: StartLoginInput,
  limits: SendLimits,
  busy: { strangers: number; everyone: number },
  turn: Turn | null,
): Promise<Failed | null> {
  const nowMs = deps.nowMs();
  if (isAlarm(channel, busy.everyone)) deps.log("login-codes-alarm", { code: channel });
  if (limits.isKnown || asker.userId) return null;
  const retryAtMs = (turn?.issuedAtMs ?? nowMs) + strangersWaitMs(channel, busy);
  if (retryAtMs <= nowMs) return null;
  const ticket = turn && held ? held : await issueTicket(deps, limits.addressHash, nowMs);
  return failed({ code: "not-yet", retryAtMs, ticket });
}

type Sent = { ok: true } | Failed | { other: { salt: string; sentAtMs: number | null; rejectedAtMs: number | null } };

export async function sendOnce(deps: LoginDeps, held: HeldFlow, limits: SendLimits, ask: Ask | null): Promise<Sent> {
  const { db } = deps;
  const { all, proven, tallies } = limits;
  const nowMs = deps.nowMs();
  if (ask) {
    const claimed = await claimAsk(db, ask, limits, nowMs);
    if (!claimed.first) return "other" in claimed ? claimed : refused(deps, claimed.refused);
    held.alongWithCode.push(endAsk(db, ask, "sent", nowMs));
  } else {
    const taken = await runWork(db, limitWork(db, { limits: all, alsoLook: proven, tallies, nowMs }));
    if (!taken.ok) return refused(deps, taken);
  }
  const { channel, address } = held.flow;
  const sent = await authenticateFlow(deps, held, held.data ? {} : { email: address });
  if (sent.ok) return sent;
  const unsent = sent.failure.code === "unavailable";
  if (unsent) deps.log("login-code-not-sent", { provider: channel });
  await runWork(
    db,
    writes(
      ...(ask ? [endAsk(db, ask, unsent ? "unavailable" : "rejected", nowMs)] : []),
      ...(unsent ? [giveBackLimits(db, [...all, ...tallies], nowMs)] : []),
    ),
  );
  return sent;
}

function refused(deps: LoginDeps, limit: { ok: true } | { ok: false; key: string; retryAtMs: number }): Failed {
  if (limit.ok) return failed({ code: "unavailable" });
  const [window = ""] = limit.key.split(":");
  deps.log("login-code-refused", { code: window });
  return failed({ code: "too-many", retryAtMs: limit.retryAtMs });
}
