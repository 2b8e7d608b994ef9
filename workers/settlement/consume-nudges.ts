import { recordDeadLetter } from "~/core/ledger/dead-letter";
import { type OutboxDeps, relayOutbox, runOutboxRow } from "./outbox";

export type Nudge = { outboxId: string };

/** While a provider is down each row takes long, and the next nudges wait for this batch; the timer does the rest. */
const RELAY_MS = 20_000;

/** Runs the named outbox rows, and the rows they caused. */
export async function consumeNudges(
  deps: OutboxDeps,
  messages: readonly Pick<Message<Nudge>, "body" | "ack" | "retry">[],
): Promise<void> {
  await Promise.all(
    messages.map(async (message) => {
      const { outboxId } = message.body;
      // The outbox row keeps a failure and its next time; the queue's own retry only covers failures that could not be
      // saved.
      await runOutboxRow(deps, outboxId).then(
        () => message.ack(),
        () => message.retry(),
      );
    }),
  );
  // The rows caused by these are due now too: the certificate and the email need no nudge of their own.
  await relayOutbox(deps, { most: 60, forMs: RELAY_MS });
}

/** Records nudges that the queue gave up on; the timer still runs the outbox rows they name. */
export async function recordDeadLetters(
  deps: OutboxDeps,
  messages: readonly Pick<Message<Nudge>, "id" | "body" | "ack">[],
): Promise<void> {
  for (const message of messages) {
    const { outboxId } = message.body;
    await recordDeadLetter(deps.db, {
      id: `queue:${message.id}`,
      origin: "queue",
      body: { outboxId },
      nowMs: deps.nowMs(),
    });
    deps.log("dead-letter", { outboxId });
    message.ack();
  }
}
