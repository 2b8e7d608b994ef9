import { changeTable, nameTable, stateTable } from "./name-tables";

// Resale between investors.
export const RESALE_SIDES = ["buy", "sell"] as const;
export const resaleSides = nameTable("resale_sides", RESALE_SIDES);
/** 'rooted': closed, and the root of its orders is known; 'stopped': its cask ended first. */
export const RESALE_ROUND_STATES = ["open", "rooted", "cleared", "settled", "stopped"] as const;
export const resaleRoundStates = stateTable("resale_round_states", RESALE_ROUND_STATES);
export const resaleRoundStateChanges = changeTable("resale_round_state_changes", resaleRoundStates);
/** 'left-out': its owner's account was suspended at the close, so it took no part. */
export const RESALE_ORDER_STATES = ["open", "withdrawn", "ended", "left-out"] as const;
export const resaleOrderStates = stateTable("resale_order_states", RESALE_ORDER_STATES);
export const resaleOrderStateChanges = changeTable("resale_order_state_changes", resaleOrderStates);
/** 'failed': the stake no longer stood when it was due, so nobody paid. */
export const RESALE_FILL_STATES = ["due", "settled", "failed"] as const;
export const resaleFillStates = stateTable("resale_fill_states", RESALE_FILL_STATES);
export const resaleFillStateChanges = changeTable("resale_fill_state_changes", resaleFillStates);
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
export const resaleCarryEnds = nameTable("resale_carry_ends", RESALE_CARRY_ENDS);
