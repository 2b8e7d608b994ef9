import { describe, expect, it } from "vitest";
import { drawOrder } from "~/domain/first-minute";
import { sha256 } from "~/server/sha256";
import { askAll, inAWord, names, openDesk, ticketOf, type Open } from "./stand-in-desk";

// The first minute of a cask whose places are drawn.

const SEED = "5".repeat(64);
const MINUTE_MS = 60_000;

/** Everybody asks within the minute. */
async function gathered(count: number, stakes = 2): Promise<Open> {
  const open = openDesk(stakes, { seed: SEED });
  expect(new Set(await askAll(open, names(count)))).toEqual(new Set(["gathered"]));
  return open;
}

const drawnOf = (users: string[]) => {
  const order = drawOrder(SEED, users.map(ticketOf), sha256);
  return users.toSorted((one, other) => order.indexOf(ticketOf(one)) - order.indexOf(ticketOf(other)));
};

async function passes(open: Open) {
  open.later(MINUTE_MS);
  for (let ticks = 0; ticks < 3; ticks++) await open.at.desk.tick();
}

describe("in the first minute of a cask whose places are drawn", () => {
  it("nobody has a stake, and the database is asked once and then no more, however many come", async () => {
    const open = await gathered(200);
    expect([open.cask.held.size, open.cask.asked.length]).toEqual([0, 1]);
    expect(open.at.desk.place("u7")).toEqual({
      ...{ is: "gathered", ticket: ticketOf("u7") },
      drawnAtMs: open.clock.nowMs + MINUTE_MS,
    });
    expect([open.at.desk.isWatching, open.at.desk.tally.gathered]).toEqual([true, 200]);
  });

  it("serves the first of the draw, has the others stand in its order, and who comes later behind them", async () => {
    const open = await gathered(30);
    await passes(open);
    const drawn = drawnOf(names(30));
    for (const user of drawn.slice(0, 2)) expect(open.at.desk.place(user)).toMatchObject({ is: "called" });
    expect(open.at.desk.place(drawn[2] ?? "")).toEqual({ is: "in-line", place: 3 });
    expect(open.at.desk.place(drawn[29] ?? "")).toEqual({ is: "in-line", place: 30 });
    expect(inAWord(await open.ask("late", { reachedAtMs: open.clock.nowMs }))).toBe("place 31");
    expect(open.cask.told).toEqual(drawn.slice(0, 2).map((user) => `${user} called`));
    expect(inAWord(await open.ask(drawn[0] ?? ""))).toBe("held");
  });

  it("takes those who were on their way when it ended, and nobody who came after it", async () => {
    const open = await gathered(5);
    const endMs = open.clock.nowMs + MINUTE_MS;
    open.later(MINUTE_MS + 400);
    const [late, onTheWay] = await Promise.all([
      open.ask("late", { reachedAtMs: endMs }),
      open.ask("u6", { reachedAtMs: endMs - 1 }),
    ]);
    expect([inAWord(onTheWay), inAWord(late)]).toEqual(["gathered", "place 7"]);
    expect(open.cask.drawn).toHaveLength(6);
  });

  it("survives a loss of memory before the draw, and one after an answer was lost: the order is the one that was drawn", async () => {
    const open = await gathered(20);
    open.again();
    expect(inAWord(await open.ask("u21"))).toBe("gathered");
    expect(open.at.desk.place("u1")).toMatchObject({ is: "gathered" });
    open.later(MINUTE_MS);
    open.cask.fault = "lost";
    await open.at.desk.tick();
    expect(open.at.desk.place("u1")).toMatchObject({ is: "gathered" });
    open.again();
    await open.ask("u22", { reachedAtMs: 1 });
    await passes(open);
    const drawn = drawnOf(names(21));
    expect(open.cask.drawn).toEqual(drawn.map(ticketOf));
    expect(open.at.desk.place(drawn[20] ?? "")).toEqual({ is: "in-line", place: 21 });
    // They came when the draw was made, and no answer told so.
    expect(open.at.desk.place("u22")).toEqual({ is: "in-line", place: 22 });
  });

  it("draws once the database answers, serves nobody before, and tells those who come to come again", async () => {
    const open = await gathered(4);
    open.cask.drawFails = true;
    open.later(MINUTE_MS);
    await open.at.desk.tick();
    expect(inAWord(await open.ask("late", { reachedAtMs: open.clock.nowMs }))).toBe("busy");
    expect(open.cask.held.size).toBe(0);
    open.cask.drawFails = false;
    await passes(open);
    expect(open.at.desk.place(drawnOf(names(4))[0] ?? "")).toMatchObject({ is: "called" });
  });

  it("leaves out who has left, limits new accounts of one network, and ends with the cask", async () => {
    const open = openDesk(1, { seed: SEED });
    open.cask.mostOfNetwork = 1;
    await open.ask("u0");
    await open.at.desk.tick();
    await open.ask("u1", { network: "one", isNew: true });
    expect(inAWord(await open.ask("u2", { network: "one", isNew: true }))).toBe("network-full");
    await askAll(open, ["u3", "u4"]);
    open.at.desk.leave("u3");
    expect(open.at.desk.place("u3")).toEqual({ is: "none" });
    open.cask.over = "withdrawn";
    open.later(5_000);
    await open.at.desk.tick();
    expect(open.at.desk.place("u4")).toEqual({ is: "over", why: "withdrawn" });
    expect([open.at.desk.isWatching, open.cask.drawn]).toEqual([true, null]);
    await passes(open);
    expect([open.at.desk.isWatching, open.cask.drawn]).toEqual([false, null]);
  });

  it("an account without fee is not in the draw", async () => {
    const open = await gathered(2);
    expect(inAWord(await open.ask("u9", { activated: false }))).toBe("not-activated");
    expect(inAWord(await open.ask("u9", { activated: null }))).toBe("unknown-account");
  });
});
