import { describe, expect, it } from "vitest";
import { OFFER_MS } from "~/areas/buying/desk/desk-terms";
import { askAll, inAWord, names, openDesk, tick, withLine } from "./stand-in-desk";

describe("a rush", () => {
  it("gives the stakes to who came first, and everybody else a place in that order", async () => {
    const open = openDesk(3);
    expect(await askAll(open, names(6))).toEqual(["held", "held", "held", "place 1", "place 2", "place 3"]);
  });

  it("asks for those who wait in the order in which they reached the app, whose claim was under way for longest too", async () => {
    const open = openDesk(3);
    const first = open.ask("u1", { reachedAtMs: 1 });
    const others = [6, 3, 5, 2, 4].map((at) => open.ask(`u${at}`, { reachedAtMs: at }));
    await Promise.all([first, ...others]);
    expect(open.cask.asked).toEqual(["u1", "u2", "u3", "u4", "u5", "u6"]);
    expect((await Promise.all(others)).map(inAWord)).toEqual(["place 3", "held", "place 2", "held", "place 1"]);
  });

  it("asks the database for ten at a time while one batch is under way, and not at all for those who cannot have one", async () => {
    const open = openDesk(25);
    const answers = await askAll(open, names(500));
    expect(answers.filter((one) => one === "held")).toHaveLength(25);
    expect(answers.at(-1)).toBe("place 475");
    // The first alone, then ten, ten and ten; one look for who holds.
    expect([open.cask.trips, open.cask.asked.length]).toEqual([5, 31]);
  });

  it("asks nothing while anybody waits, and writes nothing", async () => {
    const open = await withLine(2, 2);
    const { trips } = open.cask;
    expect(await askAll(open, names(5, 10))).toEqual(["place 3", "place 4", "place 5", "place 6", "place 7"]);
    expect(open.cask.trips).toBe(trips);
  });

  it("answers the same question of one session once, but asks again about a stake that is held: it may have been let go", async () => {
    const open = openDesk(3);
    const answers = await Promise.all(Array.from({ length: 500 }, () => open.ask("u1")));
    expect([new Set(answers.map(inAWord)), open.cask.asked]).toEqual([new Set(["held"]), ["u1"]]);
    await open.ask("u1");
    expect(open.cask.asked).toEqual(["u1", "u1"]);
  });

  it("lets one person wait with a few questions, however many sessions they have", async () => {
    const open = openDesk(1);
    const asks = Array.from({ length: 20 }, (_, at) => open.ask("u1", { session: { idHash: `s${at}`, userId: "u1" } }));
    const answers = (await Promise.all(asks)).map(inAWord);
    expect(answers.filter((one) => one === "busy").length).toBeGreaterThan(10);
    expect(open.cask.held.size).toBe(1);
  });
});

describe("what the offer page knew of an account", () => {
  it("is not asked for while nobody else is here", async () => {
    const open = openDesk(3);
    expect(inAWord(await open.ask("u1", { activated: null }))).toBe("held");
  });

  it("is needed in a rush, and an account without fee is told so from memory", async () => {
    const open = await withLine(1, 1);
    const { trips } = open.cask;
    expect(inAWord(await open.ask("u8", { activated: null }))).toBe("unknown-account");
    expect(inAWord(await open.ask("u9", { activated: false }))).toBe("not-activated");
    expect([open.cask.trips, open.places.rows.size]).toEqual([trips, 1]);
  });
});

describe("who holds a stake", () => {
  it("reaches the database while others wait: the open checkout again, or another way to pay", async () => {
    const open = await withLine(2, 3);
    expect(inAWord(await open.ask("u1", { mode: "Crypto" }))).toBe("held");
    expect(inAWord(await open.ask("u1"))).toBe("held");
  });

  it("is known after the desk lost its memory", async () => {
    const open = await withLine(2, 3);
    open.again();
    expect(await askAll(open, ["u1", "u2", "u3"])).toEqual(["held", "held", "place 1"]);
  });

  it("and held it before this desk was awake is known as well", async () => {
    const open = openDesk(3);
    await askAll(open, ["u1", "u2"]);
    open.again();
    expect(await askAll(open, ["u3", "u4", "u1", "u2"])).toEqual(["held", "place 1", "held", "held"]);
  });

  it("and let it go does not get it back before those who wait", async () => {
    const open = await withLine(2, 1);
    open.cask.held.delete("u1");
    expect(inAWord(await open.ask("u1"))).toBe("place 2");
    await tick(open);
    expect(open.at.desk.place("u3")).toMatchObject({ is: "called" });
  });
});

describe("a stake that comes back", () => {
  it("is offered to the first of the line for three minutes, who is written to once", async () => {
    const open = await withLine(2, 3);
    open.cask.held.delete("u1");
    await tick(open);
    expect(open.at.desk.place("u3")).toEqual({ is: "called", untilMs: open.clock.nowMs + OFFER_MS });
    expect(open.at.desk.place("u4")).toEqual({ is: "in-line", place: 2 });
    await tick(open);
    expect(open.cask.told).toEqual(["u3 called"]);
    expect(inAWord(await open.ask("u3"))).toBe("held");
    expect(open.at.desk.place("u4")).toEqual({ is: "in-line", place: 1 });
  });

  it("is not offered to two people", async () => {
    const open = await withLine(2, 3);
    open.cask.held.delete("u1");
    for (let looks = 0; looks < 3; looks++) await tick(open);
    expect(open.at.desk.place("u4")).toMatchObject({ is: "in-line" });
  });

  it("is not had by somebody behind who presses while it is offered", async () => {
    const open = await withLine(1, 2);
    open.cask.held.delete("u1");
    await tick(open);
    expect(await askAll(open, ["u3", "u9"])).toEqual(["place 2", "place 3"]);
    expect(open.cask.held.size).toBe(0);
  });

  it("goes to the next when the offer ends, and the first has to come again", async () => {
    const open = await withLine(1, 2);
    open.cask.held.delete("u1");
    await tick(open);
    open.later(OFFER_MS);
    expect(open.at.desk.place("u2")).toEqual({ is: "passed" });
    await tick(open);
    expect(open.at.desk.place("u3")).toMatchObject({ is: "called" });
    expect(inAWord(await open.ask("u2"))).toBe("place 2");
  });

  it("and is gone when the first of the line presses leaves them where they stood", async () => {
    const open = await withLine(1, 2);
    open.cask.held.delete("u1");
    await tick(open);
    // By a way around the desk.
    open.cask.held.set("u99", open.clock.nowMs + 2_000_000);
    expect(inAWord(await open.ask("u2"))).toBe("place 1");
  });
});

describe("a line", () => {
  it("keeps the names of its places when memory is lost", async () => {
    const open = await withLine(1, 4);
    open.at.desk.leave("u3");
    open.again();
    expect(["u2", "u3", "u4", "u5"].map((user) => open.at.desk.place(user))).toMatchObject([
      { place: 1 },
      { is: "none" },
      { place: 2 },
      { place: 3 },
    ]);
  });

  it.each(["sold-out", "closed", "withdrawn"] as const)("is over for all of it when the cask is %s", async (why) => {
    const open = await withLine(1, 150);
    open.cask.over = why;
    await tick(open);
    expect(open.at.desk.place("u150")).toEqual({ is: "over", why });
    expect(open.cask.told).toHaveLength(150);
    expect(inAWord(await open.ask("u999"))).toBe(why);
    expect(open.at.desk.isWatching).toBe(false);
  });

  it("is written to later if that failed, and nobody twice", async () => {
    const open = await withLine(1, 2);
    open.cask.tellFails = true;
    open.cask.held.delete("u1");
    await tick(open);
    open.cask.tellFails = false;
    await tick(open);
    expect(open.cask.told).toEqual(["u2 called"]);
  });
});

describe("trouble", () => {
  it("of the database is told as such, and nobody loses a place by it", async () => {
    const open = openDesk(2);
    open.cask.fault = "overloaded";
    expect(inAWord(await open.ask("u1"))).toBe("busy");
    const before = open.clock.nowMs;
    expect(inAWord(await open.ask("u2"))).toBe("held");
    expect(open.clock.nowMs - before).toBe(1_000);
  });

  it("of a look does not turn those who hold away as if they did not", async () => {
    const open = await withLine(2, 2);
    open.again();
    open.cask.lookFails = true;
    expect(await askAll(open, ["u1", "u8"])).toEqual(["busy", "busy"]);
    open.cask.lookFails = false;
    open.later(2_000);
    expect(await askAll(open, ["u1", "u8"])).toEqual(["held", "place 3"]);
  });

  it("of a lost answer: pressed again, the hold is found", async () => {
    const open = openDesk(1);
    open.cask.fault = "lost";
    expect(inAWord(await open.ask("u1"))).toBe("busy");
    open.later(2_000);
    expect(inAWord(await open.ask("u1"))).toBe("held");
    expect(open.cask.held.size).toBe(1);
  });

  it("of a lost answer while others wait: who holds is found out before anybody is told to wait", async () => {
    const open = await withLine(1, 1);
    open.cask.held.delete("u1");
    await tick(open);
    open.cask.fault = "lost";
    expect(inAWord(await open.ask("u2"))).toBe("busy");
    open.later(2_000);
    expect(await askAll(open, ["u2", "u8"])).toEqual(["held", "place 2"]);
    expect(open.at.desk.place("u8")).toEqual({ is: "in-line", place: 1 });
  });
});
