// Resale between investors.
export const RESALE_SIDES = ["buy", "sell"] as const;
/** 'rooted': closed, and the root of its orders is known; 'stopped': its cask ended first. */
export const RESALE_ROUND_STATES = ["open", "rooted", "cleared", "settled", "stopped"] as const;
/** 'left-out': its owner's account was suspended at the close, so it took no part. */
export const RESALE_ORDER_STATES = ["open", "withdrawn", "ended", "left-out"] as const;
/** 'failed': the stake no longer stood when it was due, so nobody paid. */
export const RESALE_FILL_STATES = ["due", "settled", "failed"] as const;
/** How the carrying over of an order ended: its rest was placed again, there was none, its owner did not want it, or why it could not be placed. */
export const RESALE_CARRY_ENDS = [
  "placed",
  "filled",
  "given-up",
  "market-off",
  "account",
  "cask-ending",
  "already-ordered",
  "limit-too-high",
  "limit-too-low",
  "too-many-stakes",
  "not-enough-money",
  "no-such-stake",
  "stake-not-offered",
] as const;
