import { describe, expect, it } from "vitest";
import { CONFIG, makeWorld, SANDBOX, type World } from "./support/world";

const CALLS: [string, string, RequestInit][] = [
  ["stripe", "https://api.stripe.com/v1/refunds", { headers: { authorization: `Bearer ${CONFIG.STRIPE_SECRET_KEY}` } }],
  ["copperx", "https://api.copperx.io/api/v1/checkout/sessions", {}],
  ["msg91", "https://control.msg91.com/api/v5/widget/getWidgetProcess", {}],
  ["resend", "https://api.resend.com/emails", { headers: { "user-agent": "dunnage" } }],
];
const statuses = (world: World) =>
  Promise.all(CALLS.map(async ([, url, init]) => (await world.call(url, init)).status));

describe("faults", () => {
  it("are shown, replaced as a whole, and cleared by {}", async () => {
    const world = makeWorld();
    const shown = async () => (await world.call(`${SANDBOX}/sandbox/faults`)).json();
    const all = {
      webhooks: { copies: 2, delay_ms: 10, drop: 1, shuffle: true, bad_signature: 1 },
      api: { fail_next: 2, status: 503, latency_ms: 5, provider: "stripe" },
      mail: { fail_next: 1 },
    };
    expect((await world.post("/sandbox/faults", all)).status).toBe(200);
    expect(await shown()).toEqual(all);
    await world.post("/sandbox/faults", { mail: { fail_next: 3 } });
    expect(await shown()).toEqual({ mail: { fail_next: 3 } });
    await world.post("/sandbox/faults", {});
    expect(await shown()).toEqual({});
  });

  it.each([
    [{ webhooks: { copies: 0 } }, "webhooks.copies"],
    [{ webhooks: { copies: "2" } }, "webhooks.copies"],
    [{ webhooks: { delay_ms: -1 } }, "webhooks.delay_ms"],
    [{ webhooks: { delay: 1 } }, "webhooks.delay"],
    [{ api: { status: 200 } }, "api.status"],
    [{ api: { provider: "paypal" } }, "api.provider"],
    [{ mail: { fail_next: "yes" } }, "mail.fail_next"],
    [{ sms: {} }, "sms"],
  ])("%j are refused naming %s", async (faults, field) => {
    const answer = await makeWorld().post("/sandbox/faults", faults);
    expect(answer.status).toBe(400);
    const refused = await answer.json<{ field: string; message: string }>();
    expect(refused.field).toBe(field);
    expect(refused.message).toContain(field);
  });

  it("that are not JSON are refused", async () => {
    const answer = await makeWorld().call(`${SANDBOX}/sandbox/faults`, { method: "POST", body: "fail" });
    expect(answer.status).toBe(400);
  });

  it("api.fail_next fails as many calls as asked, of any provider, each in its own words", async () => {
    const world = makeWorld();
    await world.post("/sandbox/faults", { api: { fail_next: 4, status: 503 } });
    expect(await statuses(world)).toEqual([503, 503, 503, 503]);
    expect(await statuses(world)).not.toContain(503);
    await world.post("/sandbox/faults", { api: { fail_next: true, status: 500 } });
    const bodies = await Promise.all(CALLS.map(async ([, url, init]) => (await world.call(url, init)).json()));
    expect(bodies).toMatchObject([
      { error: { type: "api_error" } },
      { statusCode: 500, error: "Internal Server Error" },
      { type: "error" },
      { statusCode: 500, name: "internal_server_error" },
    ]);
  });

  it("api.provider limits it to one provider", async () => {
    const world = makeWorld();
    await world.post("/sandbox/faults", { api: { fail_next: 1, provider: "copperx" } });
    expect((await statuses(world)).map((status) => status === 500)).toEqual([false, true, false, false]);
  });

  it("mail.fail_next fails mail only", async () => {
    const world = makeWorld();
    await world.post("/sandbox/faults", { mail: { fail_next: 1 } });
    expect((await statuses(world)).map((status) => status === 500)).toEqual([false, false, false, true]);
    expect(await statuses(world)).not.toContain(500);
  });

  it("api.latency_ms slows every call down", async () => {
    const world = makeWorld();
    const waits: number[] = [];
    world.deps.wait = async (ms) => void waits.push(ms);
    await world.post("/sandbox/faults", { api: { latency_ms: 700 } });
    await world.call("https://api.copperx.io/api/v1/checkout/sessions");
    await world.call("https://api.resend.com/emails");
    expect(waits).toEqual([700, 700]);
  });
});

describe("the tick", () => {
  it("runs the scheduled work and answers its summary", async () => {
    const world = makeWorld();
    const answer = await world.call(`${SANDBOX}/sandbox/tick`, { method: "POST" });
    expect(await answer.json()).toEqual({ settled: 0 });
    world.deps.runSettlement = () => Promise.reject(new Error("no database"));
    expect((await world.call(`${SANDBOX}/sandbox/tick`, { method: "POST" })).status).toBe(502);
    expect((await world.call(`${SANDBOX}/sandbox/tick`)).status).toBe(405);
  });
});
