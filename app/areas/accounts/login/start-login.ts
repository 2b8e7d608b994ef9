import { and, eq, lt, type SQL, sql } from "drizzle-orm";
import { countWork, giveBackLimits, type LimitOutcome, limitWork } from "~/core/limits";
import type { Database } from "~/db/client";
import { loginAsks } from "~/db/schema/people";
import { row, runWork, together, writes } from "~/db/work";
import { authenticateFlow } from "./authenticate-flow";
import { type Asker, failed, type Failed, type LoginDeps } from "./login-deps";
import { flowWork, type HeldFlow, type LoginFlow, newFlow } from "./login-flow";
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

// When the same browser asks for the same thing twice, one of the requests sends a code and the other waits for its outcome.

type Ask = { key: string; salt: string; againAfterMs: number };

const LOOK_AGAIN_MS = [200, 600, 1_200] as const;

function askQuery(db: Database, { key, againAfterMs }: Omit<Ask, "salt">, nowMs: number) {
  return db
    .select({ salt: loginAsks.salt, sentAtMs: loginAsks.sentAtMs, rejectedAtMs: loginAsks.rejectedAtMs })
    .from(loginAsks)
    .where(and(eq(loginAsks.key, key), sql`${loginAsks.askedAtMs} > ${nowMs - againAfterMs}`));
}

type OtherAsk = { salt: string; sentAtMs: number | null; rejectedAtMs: number | null };
type Claimed = { first: true } | { first: false; other: OtherAsk } | { first: false; refused: LimitOutcome };

async function claimAsk(db: Database, ask: Ask, limits: SendLimits, nowMs: number): Promise<Claimed> {
  const isMine = sql`EXISTS (SELECT 1 FROM login_asks WHERE key = ${ask.key} AND salt = ${ask.salt})`;
  const claim = db
    .insert(loginAsks)
    .values({ key: ask.key, salt: ask.salt, askedAtMs: nowMs })
    .onConflictDoUpdate({
      target: loginAsks.key,
      set: { salt: ask.salt, askedAtMs: nowMs, sentAtMs: null, rejectedAtMs: null },
      setWhere: lt(loginAsks.askedAtMs, nowMs - ask.againAfterMs + 1),
    });
  const release = (isFull: SQL) => db.delete(loginAsks).where(and(mine(ask), isFull));
  const { limited, asked } = await runWork(
    db,
    together({
      claimed: writes(claim),
      limited: limitWork(db, {
        limits: limits.all,
        alsoLook: limits.proven,
        tallies: limits.tallies,
        nowMs,
        onlyIf: isMine,
        whenFull: release,
      }),
      asked: row(askQuery(db, ask, nowMs)),
    }),
  );
  if (!asked) return { first: false, refused: limited };
  return asked.salt === ask.salt ? { first: true } : { first: false, other: asked };
}

const mine = ({ key, salt }: Ask) => and(eq(loginAsks.key, key), eq(loginAsks.salt, salt));

function endAsk(db: Database, ask: Ask, outcome: "sent" | "rejected" | "unavailable", nowMs: number) {
  if (outcome === "unavailable") return db.delete(loginAsks).where(mine(ask));
  return db
    .update(loginAsks)
    .set(outcome === "sent" ? { sentAtMs: nowMs } : { rejectedAtMs: nowMs })
    .where(mine(ask));
}

async function outcomeOf(deps: LoginDeps, key: string, asked: OtherAsk): Promise<{ ok: true } | Failed> {
  let latest: OtherAsk | undefined = asked;
  for (const wait of LOOK_AGAIN_MS) {
    if (!latest || latest.salt !== asked.salt) return failed({ code: "unavailable" });
    if (latest.rejectedAtMs !== null) return failed({ code: "rejected" });
    if (latest.sentAtMs !== null) return { ok: true };
    await deps.pause(wait);
    latest = await runWork(deps.db, row(askQuery(deps.db, { key, againAfterMs: 0 }, 0)));
  }
  if (!latest) return failed({ code: "unavailable" });
  // A slow sender: its answer is of use only on the page where the code is typed.
  return latest.rejectedAtMs === null ? { ok: true } : failed({ code: "rejected" });
}

// It does not even look up whether the address has a user, so the answer cannot reveal it.

type StartLoginInput = Pick<LoginFlow, "mode" | "ref" | "goal" | "purpose"> & {
  address: LoginAddress;
  asker: Asker;
  ticket: string | null;
};

type Started = { ok: true; flowId: string } | Failed;

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
  const asOther = async (other: OtherAsk, key: string): Promise<Started> => {
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

type Sent = { ok: true } | Failed | { other: OtherAsk };

async function sendOnce(deps: LoginDeps, held: HeldFlow, limits: SendLimits, ask: Ask | null): Promise<Sent> {
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

/** Shorter than the pause between two codes: a later request is for another code. */
const SAME_TAP_MS = 10_000;

export async function resendCode(
  deps: LoginDeps,
  { flowId, asker }: { flowId: string | null; asker: Asker },
): Promise<{ ok: true } | Failed> {
  if (!flowId) return failed({ code: "no-flow" });
  const ask: Ask = { key: await deps.hash(`ask-again:${flowId}`), salt: deps.newSecretId(), againAfterMs: SAME_TAP_MS };
  const { found, asked } = await runWork(
    deps.db,
    together({ found: await flowWork(deps, flowId), asked: row(askQuery(deps.db, ask, deps.nowMs())) }),
  );
  if (found?.state !== "live") return failed({ code: "no-flow" });
  if (asked) return outcomeOf(deps, ask.key, asked);
  const { held } = found;
  const { channel, address: value, sends, userId } = held.flow;
  const limits = await sendLimits(deps, { channel, value }, { ...asker, userId });
  const counted = [...held.flow.counted, ...limits.untilProven];
  held.flow = { ...held.flow, sentAtMs: deps.nowMs(), sends: sends + 1, counted };
  const sent = await sendOnce(deps, held, limits, ask);
  return "other" in sent ? outcomeOf(deps, ask.key, sent.other) : sent;
}

export function resendWaitMs(flow: LoginFlow, nowMs: number): number {
  return Math.max(0, flow.sentAtMs + SEND_AGAIN_AFTER_MS - nowMs);
}
