import { sql } from "drizzle-orm";
import { company } from "~/content/company";
import type { Deps } from "~/core/deps";
import { UnknownWork } from "~/core/outbox/kinds";
import type { PushTarget } from "~/integrations/push/port";
import { liveSubscriptions } from "./inside/live-subscriptions";
import { isNoticeKind, noticeTable } from "~/areas/notices/inside/notice-table";
import { findPlace } from "~/areas/notices/inside/place";

const LIFE_SECONDS = 86_400;

/**
 * Tells one device of one notice. What it shows names nothing private; the path of the row goes beside it, for the tap.
 * @param subjectId 'NOTICE:ID...:SUBSCRIPTION'
 * @throws PushError, UnknownWork
 */
export async function sendPush(
  { db, nowMs: clock, pusher, signLink }: Pick<Deps, "db" | "nowMs" | "pusher" | "signLink">,
  subjectId: string,
): Promise<string> {
  const [kind = "", ...rest] = subjectId.split(":");
  const subscriptionId = rest.pop() ?? "";
  const [id, ...more] = rest;
  const { push, urgent } = isNoticeKind(kind) ? noticeTable[kind] : {};
  if (!push || !id) throw new UnknownWork(`push ${subjectId}`);
  // The keys were taken away since.
  if (!pusher) return "switched-off";
  const place = await findPlace(db, push, [id, ...more]);
  if (!place) return "superseded";
  const [target] = await db.all<PushTarget>(sql`SELECT subscriptions.endpoint, subscriptions.p256dh, subscriptions.auth
    FROM ${liveSubscriptions(clock())} AND subscriptions.id = ${subscriptionId} AND subscriptions.user_id = ${place.userId}`);
  if (!target) return "not-wanted";
  const tag = (await signLink(`push:${kind}:${rest.join(":")}`)).slice(0, 32);
  const sent = await pusher.send(target, {
    text: JSON.stringify({ title: company.brand, body: push.body, url: place.path, tag }),
    urgency: urgent ? "high" : "normal",
    lifeSeconds: LIFE_SECONDS,
    topic: tag,
  });
  if (sent === "gone") await db.run(sql`DELETE FROM push_subscriptions WHERE id = ${subscriptionId}`);
  return sent;
}
