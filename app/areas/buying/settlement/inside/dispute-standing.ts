import type { ProviderDispute } from "~/integrations/payments/port";

/**
 * What a payment's disputes mean for what it bought: `open` and `lost` take it back, `won` restores it. An inquiry changes nothing.
 * `unknown`: the provider shows none.
 */
export type DisputeStanding = "open" | "lost" | "won" | "inquiry" | "unknown";

/** One that is open or lost outweighs all that were won. */
export function disputeStanding(disputes: readonly Pick<ProviderDispute, "state">[]): DisputeStanding {
  const among = (state: ProviderDispute["state"]) => disputes.some((dispute) => dispute.state === state);
  if (among("open")) return "open";
  if (among("lost")) return "lost";
  if (among("won")) return "won";
  return disputes.length > 0 ? "inquiry" : "unknown";
}

/** What banks have of a payment because of its disputes, in cents. */
export const awayCents = (disputes: readonly Pick<ProviderDispute, "state" | "amountCents">[]): number =>
  disputes.reduce((sum, { state, amountCents }) => sum + (state === "open" || state === "lost" ? amountCents : 0), 0);

/** Until when the provider takes evidence, the earliest; null: it asks for none. */
export function answerBy(disputes: readonly Pick<ProviderDispute, "answerByMs">[]): number | null {
  const days = disputes.map(({ answerByMs }) => answerByMs).filter((ms) => ms !== null);
  return days.length === 0 ? null : Math.min(...days);
}
