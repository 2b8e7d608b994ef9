type Options = { seed?: number; buyers?: number; stakes?: number; withinMs?: number; startMs?: number };
type Buyer = { id: number; comesMs: number; thinksMs: number; waitedMs: number; end: string | null };
type Day = { way: string; buyers: Buyer[]; sold: number };
export const WAYS: readonly string[];
export function launchDay(way: string, options?: Options): Day;
export function sumUp(day: Day): {
  way: string;
  sold: number;
  soldOut: number;
  left: number;
  turnedAway: number;
  waitedP50Ms: number;
  waitedP99Ms: number;
  longestQueueMs: number;
  inOrder: number;
};
