import { dateOf } from "~/domain/calendar-date";
import { caskStage } from "~/domain/cask-stage";
import type { Cask } from "~/features/casks/cask-view";
import type { ViewerNow } from "~/features/session/viewer";
import type { StartRefusal } from "./started-payment";

/** What the payment page offers; the price only for viewers who may know it. */
export type Offer = {
  cask: Cask | null;
  amountCents: number | null;
  problem: StartRefusal | null;
};

export function stakeOffer(cask: Cask, viewer: ViewerNow): Offer {
  const stage = caskStage(cask, dateOf(viewer.nowMs));
  const closed = { closed: "closed", "sold-out": "sold-out", ended: "ended" } as const;
  const inWindow = { upcoming: "not-launched", open: null, ...closed } as const;
  return {
    cask,
    amountCents: viewer.activated ? cask.costPerStakeCents : null,
    problem: viewer.activated ? inWindow[stage] : "not-activated",
  };
}

export function feeOffer(feeCents: number, viewer: Pick<ViewerNow, "activated">): Offer {
  return { cask: null, amountCents: feeCents, problem: viewer.activated ? "already-activated" : null };
}
