import { dateOf } from "~/domain/calendar-date";
import { caskStage } from "~/domain/cask-stage";
import type { Cask } from "~/areas/casks/cask-view";
import type { ViewerNow } from "~/core/session/viewer";
import type { OfferedStake } from "./read-offer";
import type { StartRefusal } from "./started-payment";

/** What the payment page offers; the price only for viewers who may know it. */
export type Offer = {
  cask: Cask | null;
  /** The stake of another investor. */
  resale?: Pick<OfferedStake, "id" | "number" | "priceCents" | "feeCents">;
  amountCents: number | null;
  problem: StartRefusal | null;
};

/** An account that waits to be closed buys nothing. */
type Buyer = ViewerNow & { isClosing: boolean };

export function stakeOffer(cask: Cask, viewer: Buyer): Offer {
  const stage = caskStage(cask, dateOf(viewer.nowMs));
  const closed = { closed: "closed", "sold-out": "sold-out", ended: "closed" } as const;
  const open = cask.salesStoppedAtMs === null ? null : "sales-stopped";
  const inWindow = { upcoming: "not-launched", open, ...closed } as const;
  return {
    cask,
    amountCents: viewer.activated ? cask.costPerStakeCents : null,
    problem: !viewer.activated ? "not-activated" : viewer.isClosing ? "closing" : inWindow[stage],
  };
}

/** The stake of another investor: whoever buys it pays its price and the fee. */
export function resaleOffer(cask: Cask, resale: OfferedStake, viewer: Buyer): Offer {
  const { id, number, priceCents, feeCents } = resale;
  const taken =
    resale.isOpen === 0 ? "offer-gone" : resale.isOwn === 1 ? "own-offer" : resale.isHeld === 1 ? "offer-held" : null;
  return {
    ...{ cask, resale: { id, number, priceCents, feeCents } },
    amountCents: viewer.activated ? priceCents + feeCents : null,
    problem: !viewer.activated ? "not-activated" : viewer.isClosing ? "closing" : taken,
  };
}

export function feeOffer(feeCents: number, viewer: Pick<Buyer, "activated" | "isClosing">): Offer {
  const unpaid = viewer.isClosing ? "closing" : null;
  return { cask: null, amountCents: feeCents, problem: viewer.activated ? "already-activated" : unpaid };
}
