import { sql } from "drizzle-orm";
import type { OutboxDeps } from "~/features/outbox/run-outbox";
import type { Nudge } from "./consume-nudges";

/** Nudges the queue gave up on are kept; the outbox rows they name are still run by the timer. */
export async function keepDeadLetters(
  deps: OutboxDeps,
  messages: readonly Pick<Message<Nudge>, "id" | "body" | "ack">[],
): Promise<void> {
  for (const message of messages) {
    const { outboxId } = message.body;
    await deps.db.run(sql`INSERT INTO dead_letters (id, origin, body, created_at_ms)
      VALUES (${`queue:${message.id}`}, 'queue', ${JSON.stringify({ outboxId })}, ${deps.nowMs()}) ON CONFLICT (id) DO NOTHING`);
    deps.log("dead-letter", { outboxId });
    message.ack();
  }
}
