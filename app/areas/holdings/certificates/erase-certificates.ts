import { eq } from "drizzle-orm";
import { users } from "~/db/schema/people";
import { certificates, stakes } from "~/db/schema/stakes";
import type { IssueDeps } from "./issue-certificate";

/**
 * The files of a closed account's certificates, which hold a name, go: [USER]. Their codes and hashes stay, so that a copy kept elsewhere
 * can still be compared. Deleting twice is harmless.
 */
export async function eraseCertificates(
  { db, certificates: bucket, log }: Pick<IssueDeps, "db" | "certificates" | "log">,
  userId: string,
): Promise<"erased" | "not-closed"> {
  const [user] = await db.select({ closedAtMs: users.closedAtMs }).from(users).where(eq(users.id, userId));
  if (!user?.closedAtMs) return "not-closed";
  const files = await db
    .select({ key: certificates.r2Key })
    .from(certificates)
    .innerJoin(stakes, eq(stakes.id, certificates.stakeId))
    .where(eq(stakes.userId, userId));
  for (let at = 0; at < files.length; at += MOST_AT_ONCE)
    await bucket.delete(files.slice(at, at + MOST_AT_ONCE).map(({ key }) => key));
  log("certificates-erased", { userId, count: files.length });
  return "erased";
}

/** R2 takes no more. */
const MOST_AT_ONCE = 1000;
