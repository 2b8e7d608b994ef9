import { keepDeadLetter } from "~/features/ledger/dead-letter";
import type { OutboxDeps } from "~/features/outbox/run-outbox";
import type { Nudge } from "./consume-nudges";

/** Nudges the queue gave up on are kept; the outbox rows they name are still run by the timer. */
export async function keepDeadLetters(
  deps: OutboxDeps,
  messages: readonly Pick<Message<Nudge>, "id" | "body" | "ack">[],
): Promise<void> {
  for (const message of messages) {
    const { outboxId } = message.body;
    await keepDeadLetter(deps.db, {
      id: `queue:${message.id}`,
      origin: "queue",
      body: { outboxId },
      nowMs: deps.nowMs(),
    });
    deps.log("dead-letter", { outboxId });
    message.ack();
  }
}
