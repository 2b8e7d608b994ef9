import { describe, expect, it } from "vitest";
import { askAll, inAWord, type Open, openDesk, tick, withLine } from "./stand-in-desk";

// What people see who stand in line, and what becomes of them while the sale is stopped.

describe("the sessions that look at the line", () => {
  const look = ({ at }: Open, userId: string) => at.desk.look({ idHash: `session of ${userId}`, userId });

  it("are confirmed together, each once a minute, and one that has ended is told so at the look after", async () => {
    const open = await withLine(1, 3);
    open.cask.endedSessionsOf.add("u3");
    for (let looks = 0; looks < 3; looks++)
      expect(["u2", "u3", "u4"].map((user) => look(open, user).is)).toEqual(["in-line", "in-line", "in-line"]);
    await tick(open);
    expect(["u2", "u3", "u4"].map((user) => look(open, user).is)).toEqual(["in-line", "session-ended", "in-line"]);
    await tick(open);
    expect(open.cask.confirmed).toEqual([["u2", "u3", "u4"]]);
    open.later(60_000);
    look(open, "u2");
    await tick(open);
    expect(open.cask.confirmed[1]).toEqual(["u2"]);
  });

  it("wait for the next tick where the database does not answer, and are looked after when the line is over", async () => {
    const open = await withLine(1, 1);
    look(open, "u2");
    open.cask.lookFails = true;
    await tick(open);
    open.cask.lookFails = false;
    open.cask.over = "withdrawn";
    await tick(open);
    expect(open.cask.confirmed).toEqual([["u2"], ["u2"]]);
    open.later(60_000);
    expect([open.at.desk.isWatching, look(open, "u2").is, open.at.desk.isWatching]).toEqual([false, "over", true]);
  });

  it("are nobody's who has no place: the page asks the database about those", async () => {
    const open = await withLine(1, 1);
    expect(look(open, "u9")).toEqual({ is: "none" });
    await tick(open);
    expect(open.cask.confirmed).toEqual([]);
  });
});

describe("a sale that an operator has stopped", () => {
  it("keeps the line with its places, ends offers, and goes on where it stopped", async () => {
    const open = await withLine(2, 2);
    open.cask.held.delete("u1");
    await tick(open);
    expect(open.at.desk.place("u3")).toMatchObject({ is: "called" });
    open.cask.isStopped = true;
    await tick(open);
    expect(open.at.desk.place("u3")).toEqual({ is: "in-line", place: 1, paused: true });
    expect(inAWord(await open.ask("u9"))).toBe("place 3");
    open.cask.isStopped = false;
    await tick(open);
    expect(open.at.desk.place("u3")).toMatchObject({ is: "called" });
    expect(open.at.desk.place("u4")).toEqual({ is: "in-line", place: 2 });
  });

  it("gives a place to whoever presses meanwhile, the first called too, who stays the first", async () => {
    const open = await withLine(1, 2);
    open.cask.held.delete("u1");
    await tick(open);
    open.cask.isStopped = true;
    expect(inAWord(await open.ask("u2"))).toBe("place 1");
    expect(open.at.desk.place("u3")).toEqual({ is: "in-line", place: 2, paused: true });
    const other = openDesk(5);
    other.cask.isStopped = true;
    expect(await askAll(other, ["u1", "u2"])).toEqual(["place 1", "place 2"]);
    other.cask.isStopped = false;
    await tick(other);
    expect([inAWord(await other.ask("u1")), inAWord(await other.ask("u2"))]).toEqual(["held", "held"]);
  });
});

describe("new accounts of one network in a cask's first hour", () => {
  const isNew = { isNew: true, network: "net" };

  it("get so many places in line, and others as many as come", async () => {
    const open = await withLine(1, 1);
    open.cask.mostOfNetwork = 2;
    open.clock.nowMs -= open.clock.nowMs % 86_400_000;
    open.later(86_400_000);
    await tick(open);
    const told = [];
    for (const user of ["n1", "n2", "n3", "n1"]) told.push(inAWord(await open.ask(user, isNew)));
    expect(told).toEqual(["place 2", "place 3", "network-full", "place 2"]);
    expect(inAWord(await open.ask("n4", { ...isNew, network: "other" }))).toBe("place 4");
    expect(inAWord(await open.ask("n5", { network: "net" }))).toBe("place 5");
    open.at.desk.leave("n1");
    expect(inAWord(await open.ask("n6", isNew))).toBe("place 5");
    open.later(3_600_000);
    await tick(open);
    expect(inAWord(await open.ask("n3", isNew))).toBe("place 6");
  });
});
