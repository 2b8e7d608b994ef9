import { type OutboxDeps, relayOutbox, relayToMany } from "../../workers/settlement/outbox";

/** Runs the outbox, with what goes to many and without its pace, until nothing is due. */
export async function relayAll(deps: OutboxDeps) {
  const results = await relayOutbox(deps, { most: 1_000 });
  for (;;) {
    const toMany = await relayToMany(deps, { apartMs: 0 });
    if (toMany.length === 0) return results;
    results.push(...toMany);
  }
}
