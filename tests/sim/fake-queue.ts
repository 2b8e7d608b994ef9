import { consumeNudges } from "../../workers/settlement/consume-nudges";
import { keepDeadLetters } from "../../workers/settlement/dead-letters";
import type { Invocation } from "./world";
import type { Shop } from "./shop";

// The queue that carries nudges: loses some, doubles some, delivers in any order, and passes what its consumer did not
// accept to the dead-letter queue.

const MOST_TRIES = 6;

export class SimQueue {
  constructor(readonly shop: Shop) {}

  seenBy(invocation: Invocation): (outboxIds: string[]) => Promise<void> {
    const { world } = this.shop;
    return (outboxIds) =>
      world.step(invocation, {
        kind: "queue",
        name: `send ${outboxIds.join()}`,
        effect: () => outboxIds.forEach((outboxId) => this.#send(outboxId)),
        error: () => new Error("Queue send failed"),
      });
  }

  #send(outboxId: string): void {
    const { world } = this.shop;
    const copies = world.rough ? world.random.weighted({ "0": 30, "1": 60, "2": 10 }) : "1";
    if (copies === "0") world.count("queue message lost");
    for (let copy = 0; copy < Number(copies); copy++) void this.#deliver(outboxId);
  }

  async #deliver(outboxId: string): Promise<void> {
    const { world } = this.shop;
    const id = world.newId("msg");
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      await world.sleep(world.rough ? world.random.between(0, world.random.chance(0.1) ? 600_000 : 3_000) : 0);
      let acknowledged = false;
      const message = { id, body: { outboxId }, ack: () => void (acknowledged = true), retry: () => undefined };
      await world.invoke("consumer", (invocation) => consumeNudges(this.shop.deps(invocation), [message]));
      if (acknowledged) return;
    }
    world.count("queue message dead");
    for (let acknowledged = false; !acknowledged;) {
      await world.sleep(60_000);
      const message = { id, body: { outboxId }, ack: () => void (acknowledged = true) };
      await world.invoke("dead-letters", (invocation) => keepDeadLetters(this.shop.deps(invocation), [message]));
    }
  }
}
