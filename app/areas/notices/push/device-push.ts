import { eq, sql } from "drizzle-orm";
import * as z from "zod";
import type { Database } from "~/db/client";
import { pushSubscriptions } from "~/db/schema/push";
import { mapWork, row, type Work, writes } from "~/db/work";
import { isPushEndpoint } from "~/domain/push-endpoint";
import type { Deps } from "~/core/deps";
import type { Access } from "~/core/session/access";
import type { Session } from "~/core/session/session";

const base64url = (letters: number) => z.string().regex(new RegExp(`^[\\w-]{${letters}}$`));

/** What the browser's push service has given it: an address, a point of P-256 (65 bytes) and a secret (16 bytes). */
const subscriptionSchema = z.object({
  endpoint: z.string().refine(isPushEndpoint),
  p256dh: base64url(87).startsWith("B"),
  auth: base64url(22),
});

/** Whether the device of this session is told of notices. */
export const devicePushWork = (db: Database, { idHash }: Pick<Access, "idHash">): Work<boolean> =>
  mapWork(
    row(
      db.select({ id: pushSubscriptions.id }).from(pushSubscriptions).where(eq(pushSubscriptions.sessionHash, idHash)),
    ),
    (found) => found !== undefined,
  );

/** Notifies this device from now on; repeating it has no further effect. One round trip. */
export async function switchPushOn(
  { db, newId, pusher }: Pick<Deps, "db" | "newId" | "pusher">,
  session: Session,
  sent: Record<string, unknown>,
): Promise<{ ok: true } | { ok: false; code: "no-push" | "not-a-subscription" }> {
  if (!pusher) return { ok: false, code: "no-push" };
  const read = subscriptionSchema.safeParse(sent);
  if (!read.success) return { ok: false, code: "not-a-subscription" };
  const { endpoint, p256dh, auth } = read.data;
  await session.write(({ idHash, userId, nowMs, live }) =>
    writes(
      // The browser may have been another user's device before, and the device may have another subscription now.
      db.run(
        sql`DELETE FROM push_subscriptions WHERE (session_hash = ${idHash} OR endpoint = ${endpoint}) AND ${live}`,
      ),
      db.run(sql`INSERT INTO push_subscriptions (id, session_hash, user_id, endpoint, p256dh, auth, created_at_ms)
        SELECT ${newId("psh")}, ${idHash}, ${userId}, ${endpoint}, ${p256dh}, ${auth}, ${nowMs} WHERE ${live}`),
    ),
  );
  return { ok: true };
}

/** One round trip. */
export async function switchPushOff({ db }: Pick<Deps, "db">, session: Session): Promise<void> {
  await session.write(({ idHash, live }) =>
    writes(db.run(sql`DELETE FROM push_subscriptions WHERE session_hash = ${idHash} AND ${live}`)),
  );
}
