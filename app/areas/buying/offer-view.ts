import { dateOf } from "~/domain/calendar-date";
import { caskStage } from "~/domain/cask-stage";
import type { Cask } from "~/areas/casks/cask-view";
import type { ViewerNow } from "~/core/session/viewer";
import type { StartRefusal } from "./started-payment";

/** What the payment page offers; the price only for viewers who may know it. */
export type Offer = {
  cask: Cask | null;
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

export function feeOffer(feeCents: number, viewer: Pick<Buyer, "activated" | "isClosing">): Offer {
  const unpaid = viewer.isClosing ? "closing" : null;
  return { cask: null, amountCents: feeCents, problem: viewer.activated ? "already-activated" : unpaid };
}
