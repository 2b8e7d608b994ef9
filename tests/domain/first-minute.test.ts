import { describe, expect, it } from "vitest";
import { commitmentOf, drawOrder, isFirstMinute, minuteEndOf, ticketOf } from "~/domain/first-minute";
import { sha256 } from "~/server/sha256";

const MIDNIGHT = Date.parse("2026-11-22");
const SEED = "5".repeat(64);
const tickets = Array.from({ length: 40 }, (_, at) => ticketOf("csk", `usr_${at}`, sha256));

it("the first minute of a cask is that after midnight UTC", () => {
  const moments = [-1, 0, 59_999, 60_000].map((sinceMs) => MIDNIGHT + sinceMs);
  expect(moments.map(isFirstMinute)).toEqual([false, true, true, false]);
  expect(minuteEndOf(MIDNIGHT + 59_999)).toBe(MIDNIGHT + 60_000);
});

describe("the draw", () => {
  it("is the same for the same seed and tickets, in whatever order they came", () => {
    const drawn = drawOrder(SEED, tickets, sha256);
    expect(drawn).not.toEqual(tickets);
    expect(drawn.toSorted()).toEqual(tickets.toSorted());
    expect(drawOrder(SEED, tickets.toReversed(), sha256)).toEqual(drawn);
  });

  it("is another with another seed, and with one ticket more", () => {
    const drawn = drawOrder(SEED, tickets, sha256);
    expect(drawOrder("6".repeat(64), tickets, sha256)).not.toEqual(drawn);
    const more = ticketOf("csk", "usr_more", sha256);
    expect(drawOrder(SEED, [...tickets, more], sha256).filter((ticket) => ticket !== more)).not.toEqual(drawn);
  });

  it("favours nobody: of 2,000 draws each of four is first in about a quarter", () => {
    const firsts = new Map<string | undefined, number>();
    for (let draws = 0; draws < 2_000; draws++) {
      const [first] = drawOrder(sha256(String(draws)), tickets.slice(0, 4), sha256);
      firsts.set(first, (firsts.get(first) ?? 0) + 1);
    }
    for (const ticket of tickets.slice(0, 4)) expect(firsts.get(ticket)).toBeGreaterThan(430);
  });

  // Worked out apart from this code: printf 'csk:usr_0' | sha256sum
  it("is made of hashes that anybody can make again", () => {
    expect(ticketOf("csk", "usr_0", sha256)).toBe("cc84bef9f60ad5d7");
    expect(commitmentOf(SEED, sha256)).toBe("911878b1ff94a6daecaba1d7ef6fda0b97116a16291389427b402a013a2ae79f");
    const letters = ["a", "b", "c", "d", "e"].map((letter) => letter.repeat(16));
    expect(drawOrder(SEED, letters, sha256).map(([letter]) => letter)).toEqual(["a", "e", "b", "d", "c"]);
  });
});
