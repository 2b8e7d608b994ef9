import { expect, it } from "vitest";
import { KeepTogether } from "~/areas/buying/desk/keep-together";
import type { OpenedSession, PaymentOutcome } from "~/areas/buying/keep-session";

const sessionOf = (number: number): OpenedSession => ({
  ...{ paymentId: `pay_${number}`, sessionId: `cs_${number}` },
  url: `https://checkout.example/${number}`,
});
const keptOf = ({ sessionId, url }: OpenedSession): PaymentOutcome => ({ state: "open", reason: null, sessionId, url });

function openKeeper() {
  const trips: string[][] = [];
  const fails = new Set<number>();
  const keeper = new KeepTogether(async (opened) => {
    trips.push(opened.map(({ paymentId }) => paymentId));
    await Promise.resolve();
    if (fails.has(trips.length)) throw new Error("no answer");
    return opened.map(keptOf);
  });
  return { keeper, trips, fails };
}

it("sessions that come while a trip is under way are kept in the next, ten at a time, and each buyer has their own", async () => {
  const { keeper, trips } = openKeeper();
  const sessions = Array.from({ length: 24 }, (_, at) => sessionOf(at));
  expect(await Promise.all(sessions.map((one) => keeper.keep(one)))).toEqual(sessions.map(keptOf));
  expect(trips.map(({ length }) => length)).toEqual([1, 10, 10, 3]);
});

it("of a trip that fails nobody is told that theirs is kept, and the next goes on", async () => {
  const { keeper, trips, fails } = openKeeper();
  fails.add(2);
  const kept = await Promise.all(Array.from({ length: 13 }, (_, at) => keeper.keep(sessionOf(at))));
  expect(kept.map((one) => one?.sessionId ?? null)).toEqual(["cs_0", ...Array<null>(10).fill(null), "cs_11", "cs_12"]);
  expect(trips).toHaveLength(3);
});
