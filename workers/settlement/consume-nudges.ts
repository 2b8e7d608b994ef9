import { type OutboxDeps, relayOutbox, runOutboxRow } from "~/features/outbox/run-outbox";

export type Nudge = { outboxId: string };

/** Runs the outbox rows that were named, and what they caused. */
export async function consumeNudges(
  deps: OutboxDeps,
  messages: readonly Pick<Message<Nudge>, "body" | "ack" | "retry">[],
): Promise<void> {
  await Promise.all(
    messages.map(async (message) => {
      const { outboxId } = message.body;
      // A failure is kept in the outbox row with its next time; the queue's own retry only covers what could not even be kept.
      await runOutboxRow(deps, outboxId).then(
        () => message.ack(),
        () => message.retry(),
      );
    }),
  );
  // What these rows caused is due now too: the certificate and the mail need no nudge of their own.
  await relayOutbox(deps, { most: 60 });
}
