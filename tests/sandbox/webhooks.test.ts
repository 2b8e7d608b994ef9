import Stripe from "stripe";
import { describe, expect, it } from "vitest";
import { cardSession, CONFIG, makeWorld, type Sent, type World } from "./support/world";

const SECOND = 1_000;

async function payCard({ stripe, now, choose }: World) {
  const session = await stripe.checkout.sessions.create(cardSession(now()));
  await choose(session.url ?? "", "paid");
  return session;
}

function verify(world: World, post: Sent | undefined): Promise<Stripe.Event> {
  const signature = post?.headers["stripe-signature"] ?? "";
  const provider = Stripe.createSubtleCryptoProvider();
  const receivedAt = Math.floor((post?.atMs ?? 0) / 1000);
  return world.stripe.webhooks.constructEventAsync(
    post?.body ?? "",
    signature,
    CONFIG.STRIPE_WEBHOOK_SECRET,
    undefined,
    provider,
    receivedAt * 1000,
  );
}

const minutesOf = async (world: World, total: number) => {
  for (let passed = 0; passed < total; passed += SECOND) await world.pass(SECOND);
};

describe("webhooks", () => {
  it("come after the answer, signed so that Stripe's package accepts them", async () => {
    const world = makeWorld();
    const session = await payCard(world);
    expect(world.sent).toHaveLength(0);
    await world.pass(SECOND);
    expect(world.sent).toHaveLength(1);
    const event = await verify(world, world.sent[0]);
    expect(world.sent[0]?.path).toBe("/webhooks/stripe");
    expect(event).toMatchObject({
      object: "event",
      type: "checkout.session.completed",
      api_version: Stripe.API_VERSION,
      data: {
        object: { id: session.id, status: "complete", payment_status: "paid", metadata: { payment_id: "pay_1" } },
      },
    });
    await minutesOf(world, 120 * SECOND);
    expect(world.sent).toHaveLength(1);
  });

  it("are retried after 1, 2, 5, 10, 30 and then every 60 seconds until a 2xx answer, each with a new signature", async () => {
    const world = makeWorld();
    world.app.answer = () => (world.sent.length < 8 ? 500 : 200);
    await payCard(world);
    await minutesOf(world, 400 * SECOND);
    const gaps = world.sent.map(({ atMs }, i) => (atMs - (world.sent[i - 1]?.atMs ?? atMs)) / SECOND);
    expect(gaps).toEqual([0, 1, 2, 5, 10, 30, 60, 60]);
    const events = await Promise.all(world.sent.map((post) => verify(world, post)));
    expect(new Set(events.map(({ id }) => id)).size).toBe(1);
    expect(new Set(world.sent.map(({ headers }) => headers["stripe-signature"])).size).toBe(8);
  });

  it.each([302, 400, 404])("count %i as a failure", async (status) => {
    const world = makeWorld();
    world.app.answer = () => status;
    await payCard(world);
    await world.pass(SECOND);
    await world.pass(SECOND);
    expect(world.sent).toHaveLength(2);
  });

  it("are retried when no answer came at all", async () => {
    const world = makeWorld();
    world.app.answer = () => {
      throw new TypeError("connection refused");
    };
    await payCard(world);
    await world.pass(SECOND);
    await world.pass(SECOND);
    expect(world.sent).toHaveLength(2);
  });

  it("are given up after a day", async () => {
    const world = makeWorld();
    world.app.answer = () => 500;
    await payCard(world);
    await world.pass(SECOND);
    await world.pass(86_400 * SECOND);
    await world.pass(3_600 * SECOND);
    expect(world.sent).toHaveLength(2);
    expect(world.deps.store.list("delivery", { limit: 1 })[0]?.state).toBe("given_up");
  });

  it("are not sent twice while one is under way, but resent if that one was lost", async () => {
    const world = makeWorld();
    let answered: (status: number) => void = () => {};
    const posted: number[] = [];
    world.deps.postToApp = () => {
      posted.push(world.now());
      return new Promise((resolve) => (answered = resolve));
    };
    await payCard(world);
    const hanging = [world.pass(SECOND), world.pass(SECOND)];
    await expect.poll(() => posted.length).toBe(1);
    hanging.push(world.pass(20 * SECOND));
    await expect.poll(() => posted.length).toBe(2);
    answered(200);
    await hanging[2];
    await world.pass(60 * SECOND);
    expect(posted).toHaveLength(2);
  });
});

describe("webhook faults", () => {
  const withFaults = async (webhooks: object) => {
    const world = makeWorld();
    expect((await world.post("/sandbox/faults", { webhooks })).status).toBe(200);
    await payCard(world);
    return world;
  };

  it("copies: the same event several times", async () => {
    const world = await withFaults({ copies: 3 });
    await world.pass(SECOND);
    expect(world.sent).toHaveLength(3);
    expect(new Set(world.sent.map(({ body }) => body)).size).toBe(1);
  });

  it("delay_ms: later", async () => {
    const world = await withFaults({ delay_ms: 60_000 });
    await world.pass(60 * SECOND);
    expect(world.sent).toHaveLength(0);
    await world.pass(SECOND);
    expect(world.sent).toHaveLength(1);
  });

  it("drop: never, for as many as asked", async () => {
    const world = await withFaults({ drop: 1 });
    await minutesOf(world, 60 * SECOND);
    expect(world.sent).toHaveLength(0);
    await payCard(world);
    await world.pass(SECOND);
    expect(world.sent).toHaveLength(1);
  });

  it("bad_signature: refused by Stripe's package, then retried with a good one", async () => {
    const world = await withFaults({ bad_signature: 1 });
    world.app.answer = () => (world.sent.length === 1 ? 400 : 200);
    await world.pass(SECOND);
    await expect(verify(world, world.sent[0])).rejects.toMatchObject({ type: "StripeSignatureVerificationError" });
    await world.pass(SECOND);
    await expect(verify(world, world.sent[1])).resolves.toHaveProperty("id");
  });

  it("shuffle: in another order than they happened", async () => {
    const world = makeWorld();
    await world.post("/sandbox/faults", { webhooks: { shuffle: true } });
    const bytes = [200, 0, 100, 0, 0, 0];
    const random = world.deps.randomBytes;
    world.deps.randomBytes = (length) => (length === 2 ? Uint8Array.from(bytes.splice(0, 2)) : random(length));
    const paid = [await payCard(world), await payCard(world), await payCard(world)].map(({ id }) => id);
    for (let i = 0; i < 30; i += 1) await world.pass(100);
    expect(world.sent.map(({ body }) => JSON.parse(body).data.object.id)).toEqual(paid.reverse());
  });
});
