import { and, inArray } from "drizzle-orm";
import { users } from "~/db/schema/people";
import { row, runWork } from "~/db/work";
import type { Deps } from "~/core/deps";
import { mayRefer } from "./inside/may-refer";

/** The code as stored for its owner; null if it belongs to nobody. One round trip. */
export async function findReferralCode({ db }: Pick<Deps, "db">, typed: string): Promise<string | null> {
  const query = db
    .select({ code: users.referralCode })
    .from(users)
    .where(and(inArray(users.referralCode, spellings(typed)), mayRefer));
  return (await runWork(db, row(query)))?.code ?? null;
}

/** As typed, and in capitals as codes are made. */
export const spellings = (code: string): string[] => [code, code.toUpperCase()];
