import { type PublishedRound, publishRound, roundKey } from "~/domain/auction/published-round";
import { canonicalJson } from "~/domain/audit/canonical-json";
import { utcTime } from "~/domain/instant";
import type { ResaleDeps } from "../resale-deps";
import { nameOf, readRound, type RoundOrder, type RoundRow } from "./round-rows";

/**
 * Price, fills and book of a round whose root is published: the same whenever it is asked for until the round is settled.
 * @throws RangeError if the orders no longer have the published root
 */
export function resultOf(round: RoundRow, orders: readonly RoundOrder[], { sha256 }: ResaleDeps): PublishedRound {
  return publishRound(
    {
      ...nameOf(round),
      opened_at: utcTime(round.opensAtMs),
      closed_at: utcTime(round.closesAtMs),
      reference: round.referenceCents,
      fee_basis_points: round.feeBasisPoints,
      root: round.root ?? "",
    },
    orders,
    sha256,
  );
}

/** Before anything is settled, so that a run which is cut off leaves nothing settled that is not published. */
export async function publishResult(deps: ResaleDeps, roundId: string): Promise<void> {
  const { round, orders } = await readRound(deps.db, roundId);
  // Another run has settled it meanwhile, and its orders have ended.
  if (round.state !== "cleared") return;
  await putJson(deps, roundKey(nameOf(round)), resultOf(round, orders, deps));
}

export const putJson = ({ proof }: ResaleDeps, key: string, content: Parameters<typeof canonicalJson>[0]) =>
  proof.put(key, canonicalJson(content), { httpMetadata: { contentType: "application/json" } });
