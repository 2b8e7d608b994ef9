import Stripe from "stripe";
import { describe, expect, it } from "vitest";
import { daysIn } from "../../workers/sandbox/clock/section";
import { cardSession, CONFIG, makeWorld, SANDBOX, type World } from "./support/world";

const DAY_MS = 86_400_000;
type Told = { status: boolean; now: string; ahead_days: number; days_left: number; days?: number; ran?: object };

const move = async (world: World, body: unknown) => {
  const answer = await world.post("/sandbox/clock", body);
  return { status: answer.status, told: await answer.json<Told>() };
};
const press = (world: World, fields: Record<string, string>) =>
  world.call(`${SANDBOX}/sandbox/clock`, { method: "POST", body: new URLSearchParams(fields), redirect: "manual" });
const pageOf = async (world: World) => (await world.call(`${SANDBOX}/sandbox`)).text();

/** Each run of the scheduled work, by the day it had. */
function watchWork(world: World, work: (nth: number) => unknown = () => ({ ended: 1, relayed: 2 })) {
  const days: string[] = [];
  world.deps.runSkippedDay = async () => {
    days.push(new Date(world.deps.nowMs()).toISOString().slice(0, 10));
    return work(days.length);
  };
  return days;
}

describe("the clock", () => {
  it("tells the time, and moves nothing without days", async () => {
    const world = makeWorld();
    const days = watchWork(world);
    for (const body of [{}, { advance_days: 0 }]) {
      const { status, told } = await move(world, body);
      expect([status, told.now, told.ahead_days, told.days_left]).toEqual([200, "2026-11-20T12:00:00.000Z", 0, 0]);
    }
    expect(days).toEqual([]);
  });

  it("moves forward, and runs the scheduled work once for each skipped day, in order", async () => {
    const world = makeWorld();
    const days = watchWork(world);
    world.deps.runSettlement = async () => ({ relayed: 1, reconciled: true });
    const { told } = await move(world, { advance_days: 3 });
    expect(days).toEqual(["2026-11-21", "2026-11-22", "2026-11-23"]);
    expect(told).toMatchObject({ now: "2026-11-23T12:00:00.000Z", days: 3, days_left: 0 });
    expect(told.ran).toEqual({ ended: 3, relayed: 7, reconciled: 1 });
    expect((await move(world, { advance_days: 1 })).told.ahead_days).toBe(4);
  });

  it("has the last seven days of a long move audited, and every day of a short one", async () => {
    const world = makeWorld();
    const audited: boolean[] = [];
    world.deps.runSkippedDay = async ({ isAudited }) => void audited.push(isAudited);
    await move(world, { advance_days: 30 });
    expect(audited).toEqual([...Array<boolean>(23).fill(false), ...Array<boolean>(7).fill(true)]);
    audited.length = 0;
    await move(world, { advance_days: 2 });
    expect(audited).toEqual([true, true]);
  });

  it.each([{ advance_days: -1 }, { advance_days: 1.5 }, { advance_days: "1" }, { advance_days: 4_000 }, { days: 1 }])(
    "refuses %j: it never goes back",
    async (body) => {
      const world = makeWorld();
      expect((await move(world, body)).status).toBe(400);
      expect((await move(world, {})).told.ahead_days).toBe(0);
    },
  );

  it("continues where a move was cut off, and repeats the day whose work had failed", async () => {
    const world = makeWorld();
    const days = watchWork(world, (nth) => {
      if (nth === 2) throw new Error("no database");
    });
    const cut = await move(world, { advance_days: 4 });
    expect([cut.status, cut.told.days_left]).toEqual([502, 2]);
    expect(await pageOf(world)).toContain("It stopped with 2 days to go");
    expect((await move(world, {})).told).toMatchObject({ ahead_days: 4, days_left: 0 });
    expect(days).toEqual(["2026-11-21", "2026-11-22", "2026-11-22", "2026-11-23", "2026-11-24"]);
  });

  it("moves once at a time: a second call is refused, or comes back to the page", async () => {
    const world = makeWorld();
    let release = () => {};
    world.deps.runSkippedDay = () => new Promise<void>((resolve) => (release = resolve));
    const first = move(world, { advance_days: 1 });
    await expect.poll(() => world.deps.inFlight.size).toBe(1);
    expect((await move(world, { advance_days: 1 })).status).toBe(409);
    expect((await press(world, { advance_days: "1", seen: String(DAY_MS) })).status).toBe(303);
    release();
    expect((await first).told.ahead_days).toBe(1);
    expect((await move(world, {})).told.ahead_days).toBe(1);
  });

  it("moves a long way while its page says how far it is, and looks again by itself until it is there", async () => {
    const world = makeWorld();
    let day = () => {};
    world.deps.runSkippedDay = () => new Promise<void>((resolve) => (day = resolve));
    expect((await press(world, { advance_days: "32", seen: "0" })).status).toBe(303);
    await expect.poll(() => pageOf(world)).toContain("Moving: 31 days to go");
    expect(await pageOf(world)).toContain('http-equiv="refresh" content="3"');
    world.deps.runSkippedDay = async () => ({});
    day();
    await expect.poll(() => pageOf(world)).not.toContain("http-equiv");
    expect((await move(world, {})).told.ahead_days).toBe(32);
  });

  it("is moved by the page's buttons, which a double tap presses once", async () => {
    const world = makeWorld();
    watchWork(world);
    const page = await pageOf(world);
    expect(page).toContain('name="advance_days" value="731"');
    const seen = /name="seen" value="(\d+)"/.exec(page)?.[1] ?? "";
    for (let tap = 0; tap < 2; tap++) {
      const answer = await press(world, { advance_days: "31", seen });
      expect([answer.status, answer.headers.get("location")]).toEqual([303, "/sandbox#clock"]);
    }
    expect((await move(world, {})).told.ahead_days).toBe(31);
    expect(await pageOf(world)).toContain("The clock moved forward by 31 days");
  });

  it("counts months by the calendar", () => {
    const from = Date.parse("2026-11-22T09:00:00Z");
    expect([daysIn(12, from), daysIn(24, from)]).toEqual([365, 731]);
    expect(daysIn(1, Date.parse("2027-01-31T00:00:00Z"))).toBe(31);
  });
});

describe("after a jump", () => {
  it("open checkouts have expired, and webhooks are signed with the moved time", async () => {
    const world = makeWorld();
    await world.stripe.checkout.sessions.create(cardSession(world.now()));
    await move(world, { advance_days: 700 });
    await world.pass(5_000);
    const [webhook] = world.sent;
    expect(JSON.parse(webhook?.body ?? "{}")).toMatchObject({ type: "checkout.session.expired" });
    const signature = webhook?.headers["stripe-signature"] ?? "";
    const verify = (atMs: number) =>
      Stripe.webhooks.constructEventAsync(
        webhook?.body ?? "",
        signature,
        CONFIG.STRIPE_WEBHOOK_SECRET,
        300,
        Stripe.createSubtleCryptoProvider(),
        atMs,
      );
    const signedAtMs = Number(/t=(\d+)/.exec(signature)?.[1]) * 1000;
    expect(Math.abs(signedAtMs - (webhook?.atMs ?? 0))).toBeLessThan(1_000);
    expect(signedAtMs).toBeGreaterThan(Date.parse("2026-11-21T00:00:00Z"));
    await expect(verify(webhook?.atMs ?? 0)).resolves.toBeTruthy();
  });
});

describe("the buttons for faults", () => {
  const setBy = async (world: World, name: string) => {
    const body = new URLSearchParams({ set: name });
    const answer = await world.call(`${SANDBOX}/sandbox/faults`, { method: "POST", body, redirect: "manual" });
    expect(answer.status).toBe(303);
    return (await world.call(`${SANDBOX}/sandbox/faults`)).json();
  };

  it("set one fault at a time, which the page shows and clears", async () => {
    const world = makeWorld();
    expect(await setBy(world, "dropped")).toEqual({ webhooks: { drop: 1 } });
    expect(await setBy(world, "doubled")).toEqual({ webhooks: { copies: 2 } });
    expect(await pageOf(world)).toContain("webhooks.copies: 2");
    expect(await setBy(world, "down")).toEqual({ api: { fail_next: 3, status: 503 } });
    expect(await setBy(world, "none")).toEqual({});
    expect(await pageOf(world)).toContain("None: everything works.");
    expect(await setBy(world, "constructor")).toEqual({});
  });
});
