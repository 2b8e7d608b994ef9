import { and, eq } from "drizzle-orm";
import type { Database } from "~/db/client";
import { users } from "~/db/schema/people";
import { mapWork, row, type Work } from "~/db/work";
import { mayRefer } from "./inside/may-refer";

/** The code that this person may invite others by; null if they may not refer others yet. */
export function invitationCode(db: Database, userId: string): Work<string | null> {
  const query = db
    .select({ referralCode: users.referralCode })
    .from(users)
    .where(and(eq(users.id, userId), mayRefer));
  return mapWork(row(query), (user) => user?.referralCode ?? null);
}

/** The address of a public page; a visitor who signs up from it counts as invited. */
export const invitationTo = (page: string, code: string) => `${page}?ref=${encodeURIComponent(code)}`;
