import { and, eq, inArray, sql, type SQL } from "drizzle-orm";
import { users } from "~/db/schema/people";
import { mapWork, row, runWork, type Work } from "~/db/work";
import type { Deps } from "~/core/deps";
import type { Database } from "~/db/client";

/** Can be read aloud and typed without mistakes: no 0 or O, 1, I or L, and no U. */
const LETTERS = "23456789ABCDEFGHJKMNPQRSTVWXYZ";
const LENGTH = 8;

export function newReferralCode(): string {
  let code = "";
  while (code.length < LENGTH) {
    for (const byte of crypto.getRandomValues(new Uint8Array(2 * LENGTH))) {
      if (byte < 240 && code.length < LENGTH) code += LETTERS.charAt(byte % LETTERS.length);
    }
  }
  return code;
}

export function readReferralCode(typed: string | null): string | null {
  const code = typed?.trim() ?? "";
  return /^[A-Za-z0-9]{4,16}$/.test(code) ? code : null;
}

export const mayRefer: SQL = sql`${users.activatedAtMs} IS NOT NULL AND ${users.suspendedAtMs} IS NULL
  AND EXISTS (SELECT 1 FROM stakes WHERE stakes.user_id = ${users.id} AND stakes.state = 'active')`;

export async function findReferralCode({ db }: Deps, typed: string): Promise<string | null> {
  const query = db
    .select({ code: users.referralCode })
    .from(users)
    .where(and(inArray(users.referralCode, spellings(typed)), mayRefer));
  return (await runWork(db, row(query)))?.code ?? null;
}

export const spellings = (code: string): string[] => [code, code.toUpperCase()];

export function invitationCode(db: Database, userId: string): Work<string | null> {
  const query = db
    .select({ referralCode: users.referralCode })
    .from(users)
    .where(and(eq(users.id, userId), mayRefer));
  return mapWork(row(query), (user) => user?.referralCode ?? null);
}

export const invitationTo = (page: string, code: string) => `${page}?ref=${encodeURIComponent(code)}`;
