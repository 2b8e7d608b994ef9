import type { LoginDeps } from "./login-deps";
import type { LoginAddress } from "./read-address";
import { sql } from "drizzle-orm";
import { runWork, writes } from "~/db/work";
import type { Deps } from "~/core/deps";
import { notifyOperators } from "~/core/outbox/enqueue";
import { everyoneKey } from "./login-limits";

// When many codes are asked for, strangers pay with time. The ticket is signed, so nothing is stored for those who wait.

const ALARM_AT = { email: 5_000, sms: 1_000 } as const;
const STRANGERS_WITHOUT_WAIT = 5;
const SHORTEST_WAIT_MS = 15_000;
const LONGEST_WAIT_MS = 15 * 60_000;
const TICKET_LIFE_MS = 75 * 60_000;
export const TICKET_KNOWN_MS = 3 * 60 * 60_000;

export function isAlarm(channel: LoginAddress["channel"], everyone: number): boolean {
  return everyone >= ALARM_AT[channel];
}

export function strangersWaitMs(channel: LoginAddress["channel"], busy: { strangers: number; everyone: number }) {
  const atAddress = busy.strangers - STRANGERS_WITHOUT_WAIT;
  const inAll = isAlarm(channel, busy.everyone) ? Math.floor((busy.everyone / ALARM_AT[channel] - 1) * 4) : -1;
  const steps = Math.max(atAddress, inAll);
  return steps < 0 ? 0 : Math.min(LONGEST_WAIT_MS, SHORTEST_WAIT_MS * 2 ** Math.min(steps, 10));
}

/** An address that many ask for is being guessed at. */
export function triesOfStranger(strangers: number): number {
  if (strangers < 10) return 5;
  return strangers < 30 ? 3 : 1;
}

type TurnTicketDeps = Pick<LoginDeps, "hash" | "newSecretId">;

/** How old it must be is decided when it is used, so collecting many ahead of a crowd is no use. */
export type Turn = { id: string; issuedAtMs: number };

export async function issueTicket(deps: TurnTicketDeps, addressHash: string, nowMs: number): Promise<string> {
  const fields = `${deps.newSecretId()}.${nowMs}`;
  return `${fields}.${await sign(deps, addressHash, fields)}`;
}

export async function readTicket(
  deps: TurnTicketDeps,
  ticket: string | null,
  addressHash: string,
  nowMs: number,
): Promise<Turn | null> {
  const [id = "", issuedAt = "", signature = ""] = ticket?.split(".") ?? [];
  if (signature !== (await sign(deps, addressHash, `${id}.${issuedAt}`))) return null;
  const issuedAtMs = Number(issuedAt);
  return nowMs < issuedAtMs + TICKET_LIFE_MS ? { id, issuedAtMs } : null;
}

const sign = (deps: TurnTicketDeps, addressHash: string, fields: string) =>
  deps.hash(`ticket:${addressHash}:${fields}`);

export async function notifyCodesAlarm(deps: Deps): Promise<void> {
  const nowMs = deps.nowMs();
  const tell = (["email", "sms"] as const).map((channel) =>
    notifyOperators(deps.db, {
      notice: "codes-alarm",
      occasion: sql`${channel} || ':' || counters.window_ends_at_ms`,
      given: {
        table: sql`counters`,
        where: sql`counters.key = ${everyoneKey(channel)} AND counters.window_ends_at_ms > ${nowMs}
          AND counters.count >= ${ALARM_AT[channel]}`,
      },
      nowMs,
    }),
  );
  await runWork(deps.db, writes(...tell));
}
