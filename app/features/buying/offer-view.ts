import { dateOf } from "~/domain/calendar-date";
import { caskStage } from "~/domain/cask-stage";
import type { Cask } from "~/features/casks/cask-view";
import type { StartRefusal } from "./started-payment";

/** What the payment page offers; the price only for viewers who may know it. */
export type Offer = {
  cask: Cask | null;
  amountCents: number | null;
  problem: StartRefusal | null;
};

export function stakeOffer(cask: Cask, reader: { activated: boolean; nowMs: number }): Offer {
  const stage = caskStage(cask, dateOf(reader.nowMs));
  const inWindow = { upcoming: "not-launched", closed: "closed", "sold-out": "sold-out", open: null } as const;
  return {
    cask,
    amountCents: reader.activated ? cask.costPerStakeCents : null,
    problem: reader.activated ? inWindow[stage] : "not-activated",
  };
}

export function feeOffer(feeCents: number, reader: { activated: boolean }): Offer {
  return { cask: null, amountCents: feeCents, problem: reader.activated ? "already-activated" : null };
}
