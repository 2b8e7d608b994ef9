import { keepDeadLetter } from "~/core/ledger/dead-letter";
import { PROBE } from "~/core/timer/run-jobs";
import type { OutboxDeps } from "./outbox";
import type { Nudge } from "./consume-nudges";

/** Records nudges that the queue gave up on; the timer still runs the outbox rows they name. */
export async function keepDeadLetters(
  deps: OutboxDeps,
  messages: readonly Pick<Message<Nudge>, "id" | "body" | "ack">[],
): Promise<void> {
  for (const message of messages) {
    const { outboxId } = message.body;
    // It names no work: that it did not come is told by the health check.
    if (outboxId === PROBE) {
      message.ack();
      continue;
    }
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
