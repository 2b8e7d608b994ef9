import { CODE_LIFE_MINUTES } from "~/domain/code-life";
import { and, eq, gt, lt, ne, not, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { loginCodes } from "~/db/schema/people";
import { row, runWork, together } from "~/db/work";
import type { LoginFailure } from "./login-deps";

export const SECOND_TAP_MS = 60_000;

// A conditional UPDATE takes a try before anything is compared, so parallel requests never get more than five. The same try again within
// seconds is a second tap and takes none.

export const CODE_LIFE_MS = CODE_LIFE_MINUTES * 60_000;
export const TRIES_PER_CODE = 5;
const SAME_TRY_MS = 10_000;

export type NewCode = {
  id: string;
  addressHash: string;
  channel: "email" | "sms";
  vendorRequestId: string | null;
  tries: number;
};

export type SeenCode = {
  id: string;
  attempts: number;
  lastTry: string | null;
  lastTryAtMs: number | null;
  lastTryWrong: number;
  usedBy: string | null;
  usedAtMs: number | null;
};

export function keepCode(db: Database, { tries, ...code }: NewCode, previousId: string | null, nowMs: number) {
  return [
    db
      .update(loginCodes)
      .set({ active: 0 })
      .where(and(eq(loginCodes.id, previousId ?? ""), eq(loginCodes.active, 1), ne(loginCodes.id, code.id))),
    db
      .insert(loginCodes)
      .values({ ...code, attempts: TRIES_PER_CODE - tries, expiresAtMs: nowMs + CODE_LIFE_MS, createdAtMs: nowMs })
      .onConflictDoNothing(),
  ];
}

export function sameTry(
  code: SeenCode | null,
  attempt: string | null,
  nowMs: number,
): "right" | "wrong" | "open" | null {
  if (!code || attempt === null) return null;
  if (code.usedBy === attempt) return (code.usedAtMs ?? 0) > nowMs - SECOND_TAP_MS ? "right" : null;
  if (code.lastTry !== attempt || (code.lastTryAtMs ?? 0) <= nowMs - SAME_TRY_MS || code.usedBy !== null) return null;
  return code.lastTryWrong === 1 ? "wrong" : "open";
}

export type Try =
  { ok: true; vendorRequestId: string | null; triesLeft: number } | { ok: false; failure: LoginFailure };

export async function takeTry(db: Database, id: string, attempt: string | null, nowMs: number): Promise<Try> {
  const again = sql`(${loginCodes.lastTry} IS ${attempt} AND ${attempt} IS NOT NULL AND ${loginCodes.lastTryAtMs} > ${nowMs - SAME_TRY_MS})`;
  const take = db
    .update(loginCodes)
    .set({ attempts: sql`${loginCodes.attempts} + 1`, lastTry: attempt, lastTryAtMs: nowMs, lastTryWrong: 0 })
    .where(
      and(
        eq(loginCodes.id, id),
        eq(loginCodes.active, 1),
        lt(loginCodes.attempts, TRIES_PER_CODE),
        gt(loginCodes.expiresAtMs, nowMs),
        not(again),
      ),
    )
    .returning({ attempts: loginCodes.attempts, vendorRequestId: loginCodes.vendorRequestId });
  const find = db.select().from(loginCodes).where(eq(loginCodes.id, id));
  const { taken, code } = await runWork(db, together({ taken: row(take), code: row(find) }));
  if (taken) return { ok: true, vendorRequestId: taken.vendorRequestId, triesLeft: TRIES_PER_CODE - taken.attempts };
  if (code && sameTry(code, attempt, nowMs)) return { ok: false, failure: { code: "still-checking" } };
  if (!code || code.active === 0) return { ok: false, failure: { code: "ended-code" } };
  return { ok: false, failure: { code: code.expiresAtMs <= nowMs ? "expired-code" : "too-many-tries" } };
}

export async function noteWrong(db: Database, id: string, attempt: string): Promise<void> {
  await db
    .update(loginCodes)
    .set({ lastTryWrong: 1 })
    .where(and(eq(loginCodes.id, id), eq(loginCodes.lastTry, attempt)));
}

/** Gives a try back when the SMS vendor did not answer: it revealed nothing. */
export async function giveTryBack(db: Database, id: string): Promise<void> {
  await db
    .update(loginCodes)
    .set({ attempts: sql`${loginCodes.attempts} - 1`, lastTry: null })
    .where(and(eq(loginCodes.id, id), gt(loginCodes.attempts, 0)));
}

export async function useUpCode(db: Database, id: string, attempt: string | null, nowMs: number): Promise<boolean> {
  const rows = await db
    .update(loginCodes)
    .set({ active: 0, usedBy: attempt, usedAtMs: nowMs })
    .where(and(eq(loginCodes.id, id), eq(loginCodes.active, 1)))
    .returning({ id: loginCodes.id });
  return rows.length === 1;
}
