import type { Shop } from "../shop";

/** A request is cancelled only by the investor who made it and by its own link. */
export function checkTakenBack({ store, world, takenBack }: Shop): void {
  for (const { id } of store.rows<{ id: string }>("SELECT id FROM withdrawals WHERE state = 'cancelled'"))
    if (!takenBack.has(id)) world.violate("what is cancelled was cancelled by somebody", id);
}
