import { expect } from "vitest";
import { canonical, type Day, filesOf, type History, resealFrom, sha } from "../../support/audit-history";
import { folderWith, history, run } from "./audit-folders";

// A made-up history with a bid and its votes, changed in one way or another, and what the public program says of it.

export type Vote = { choice: string | null; mark: string | null };
export type Votes = { bid_id: string; stakes: Vote[] };
export type Bid = Record<string, unknown> & { rule: Record<string, number> };
export type WithBids = Day & { bids: Bid[] };

export const OPENED = "2026-10-20T09:00:00.000Z";
export const CLOSES = "2026-11-01T12:00:00.000Z";
/** Open for the first three days, counted on the fourth: of ten stakes four accept, two decline, four are silent. */
export const COUNTED = 3;
export const open: Bid = {
  ...{ accepted: null, bidder_kind: "bottler", cask_id: "csk_made_up_0001", closes_at: CLOSES, declined: null },
  ...{ fees_cents: 20, gross_cents: 1225, id: "bid_1", issued: null, letter_sha256: sha("letter"), list_sha256: null },
  ...{ net_per_stake_cents: 100, opened_at: OPENED, result: null, stakes: 12, withdrawn_at: null },
  rule: { accepted_parts: 2, accepted_whole: 3, voted_parts: 1, voted_whole: 2 },
};
const votes: Votes = {
  bid_id: "bid_1",
  stakes: Array.from({ length: 10 }, (_, at) => {
    const choice = at < 4 ? "accept" : at < 6 ? "decline" : null;
    return { choice, mark: `${at}`.padStart(12, "0") };
  }),
};

export type Change = { list?: (list: Votes) => void; counted?: (bid: Bid) => void; day?: (days: WithBids[]) => void };

/** A history in which everything but the change fits together, and the file of the votes. */
export function historyWith({ list: edit, counted, day: editDays }: Change): { all: History; text: string } {
  const list = structuredClone(votes);
  edit?.(list);
  const text = canonical(list);
  const days = history.days.map((day, at): WithBids => {
    const bid = structuredClone(open);
    if (at >= COUNTED) {
      Object.assign(bid, { accepted: 4, declined: 2, issued: 10, list_sha256: sha(text), result: "accepted" });
      counted?.(bid);
    }
    return { ...structuredClone(day), bids: [bid] };
  });
  editDays?.(days);
  return { all: { days: resealFrom(days, 0), lists: history.lists }, text };
}

/** What is said of it after FAIL. */
export async function wrongAfter(change: Change): Promise<string[]> {
  const { all, text } = historyWith(change);
  const files = new Map(filesOf(all)).set(`audit/lists/${sha(text)}.json`, text);
  const { said } = await run(folderWith(files));
  const lines = said.split("\n").filter((line) => line.startsWith("FAIL "));
  expect(said.startsWith("PASS ")).toBe(lines.length === 0);
  return lines.map((line) => line.slice("FAIL ".length));
}

export const withdrawnFrom = (days: WithBids[], from: number, time: string) =>
  days.slice(from).forEach(({ bids: [bid] }) => Object.assign(bid ?? {}, { withdrawn_at: time }));
export const oneOf = (list: Votes, number: number) => list.stakes[number - 1] as Vote;
