// From the tap on 'Switch on' to the decrypted message, through the page, the outbox and a stand-in for a push service.
import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { pushBodies } from "~/content/push-texts";
import { noticeTable } from "~/areas/notices/inside/notice-table";
import { findPlace } from "~/areas/notices/inside/place";
import { relayAll } from "../../../support/relay-all";
import { createWebPusher } from "~/integrations/push/web-push";
import { creditWallet, giveStake } from "../../../support/holdings";
import { type Person, putCask, signIn } from "../../../support/people";
import { openApp } from "../../../support/serve-app";
import { openShop } from "../../../support/shop";
import { requestBalance } from "../../../support/withdrawals";
import { type Device, openPushService, pushKeys } from "./support";
import { keepLogQuiet } from "../../../support/quiet-log";

const keys = await pushKeys();
const service = openPushService();
const shop = openShop();
const { context } = shop;
const { db } = context;
const pusher = createWebPusher({
  publicKey: keys.PUSH_PUBLIC_KEY,
  privateKey: keys.PUSH_PRIVATE_KEY,
  contact: "login@dunnage.test",
  fetch: service.fetch,
});
const outboxDeps = { ...shop.settlement, pusher };
const app = openApp(keys);
keepLogQuiet();

let person: Person;
let device: Device;
beforeEach(async () => {
  service.state.answer = null;
  context.clock.nowMs = Date.now() + 1000;
  await relay();
  person = await signIn(context);
  device = await service.newDevice();
});

const relay = () => relayAll(outboxDeps);
const post = (path: string, fields: Record<string, string>, { cookie } = person) =>
  app.ask(path, {
    method: "POST",
    headers: { "Content-Type": "application/x-www-form-urlencoded", Cookie: cookie },
    body: new URLSearchParams(fields).toString(),
  });
const switchOn = ({ endpoint, keys: { p256dh, auth } } = device, who = person) =>
  post("/notices", { intent: "push-on", endpoint, p256dh, auth }, who);
const subscriptions = () =>
  db.all<{ id: string; endpoint: string }>(
    sql`SELECT id, endpoint FROM push_subscriptions WHERE user_id = ${person.userId}`,
  );
const pushes = () =>
  db.all<{ id: string; done: number; attempts: number }>(
    sql`SELECT id, done_at_ms IS NOT NULL AS done, attempts FROM outbox WHERE kind = 'send-push' AND done_at_ms IS NULL`,
  );
const page = async () => (await app.ask("/notices", { headers: { Cookie: person.cookie } })).text;

describe("a device that wants notices", () => {
  it("is asked for the server's key, says yes once however often it taps, and can say no again", async () => {
    expect(await page()).toContain(`data-key="${keys.PUSH_PUBLIC_KEY}"`);
    for (let tap = 0; tap < 2; tap++) expect(await switchOn()).toMatchObject({ status: 303, location: "/notices" });
    expect(await subscriptions()).toMatchObject([{ endpoint: device.endpoint }]);
    expect(await page()).toContain("Notices are on for this device.");
    expect(await post("/notices", { intent: "push-off" })).toMatchObject({ status: 303, location: "/notices" });
    expect(await subscriptions()).toEqual([]);
    expect(await page()).toContain("data-key=");
  });

  it("shows that a withdrawal was requested, and nothing private; a tap opens its row", async () => {
    await switchOn();
    await giveStake(context, person, await putCask(context, { name: "Secret Cask" }));
    await relay();
    await creditWallet(context, person, 4_200);
    const { withdrawalId } = await requestBalance(context, { userId: person.userId, amountCents: 4_200 });
    await relay();
    const arrived = await service.arrived(device);
    // The mail leads to the same row.
    expect(context.mailer.to(person.email).at(-1)?.text).toContain(`/wallet?tab=portfolio#${withdrawalId}`);
    expect(arrived[0]).toMatchObject({ urgency: "high", ttl: 86_400 });
    expect(arrived[0]?.shows).toEqual({
      title: "Dunnage",
      body: "A withdrawal was requested. If this was not you, stop it now.",
      url: `/wallet?tab=portfolio#${withdrawalId}`,
      tag: arrived[0]?.topic,
    });
    for (const { shows } of arrived) {
      expect(`${shows.title} ${shows.body}`).not.toMatch(/\d|\$|Secret Cask|person-|@/);
      expect(shows.url).toMatch(/^\/(?!\/)/);
    }
    expect(await pushes()).toEqual([]);
  });

  it("is told on each device, by one message, also if the work is done twice", async () => {
    await switchOn();
    await db.run(sql`INSERT INTO outbox (id, kind, subject_id, notice, available_at_ms, created_at_ms)
      VALUES (${`send-notice:cask-opens:csk_x:${person.userId}`}, 'send-notice', ${`cask-opens:csk_x:${person.userId}`}, 'cask-opens', 1, 1)`);
    await db.run(
      sql`INSERT INTO notice_choices (user_id, topic, wanted, changed_at_ms) VALUES (${person.userId}, 'launches', 1, 1)`,
    );
    await relay();
    await db.run(sql`UPDATE outbox SET done_at_ms = NULL WHERE subject_id = ${`cask-opens:csk_x:${person.userId}`}`);
    await relay();
    expect((await service.arrived(device)).map(({ shows }) => shows.url)).toEqual(["/cask-information?cask=csk_x"]);
  });

  it("is not told of news that were switched off", async () => {
    await switchOn();
    await db.run(sql`INSERT INTO outbox (id, kind, subject_id, notice, available_at_ms, created_at_ms)
      VALUES (${`send-notice:cask-opens:csk_y:${person.userId}`}, 'send-notice', ${`cask-opens:csk_y:${person.userId}`}, 'cask-opens', 1, 1)`);
    await relay();
    expect(await service.arrived(device)).toEqual([]);
  });
});

describe("a push service", () => {
  const tell = async () => {
    await switchOn();
    await db.run(
      sql`INSERT INTO notice_choices (user_id, topic, wanted, changed_at_ms) VALUES (${person.userId}, 'launches', 1, 1)`,
    );
    await db.run(sql`INSERT INTO outbox (id, kind, subject_id, notice, available_at_ms, created_at_ms)
      VALUES (${`send-notice:cask-opens:csk_z:${person.userId}`}, 'send-notice', ${`cask-opens:csk_z:${person.userId}`}, 'cask-opens', 1, 1)`);
    return relay();
  };

  it.each([503, 429, 500, "nothing"] as const)("that answers %s is retried, later each time", async (answer) => {
    service.state.answer = answer;
    await tell();
    expect(await pushes()).toMatchObject([{ attempts: 1 }]);
    await relay();
    expect(await pushes()).toMatchObject([{ attempts: 1 }]);
    context.clock.advance(2_001);
    await relay();
    expect(await pushes()).toMatchObject([{ attempts: 2 }]);
    service.state.answer = null;
    context.clock.advance(5_001);
    await relay();
    expect(await pushes()).toEqual([]);
    expect(await service.arrived(device)).toHaveLength(1);
  });

  it.each([410, 404, 400, 302])("that answers %s is not retried, and the device is forgotten", async (answer) => {
    service.state.answer = answer;
    await tell();
    expect([await pushes(), await subscriptions()]).toEqual([[], []]);
  });

  it.each([401, 403])("that answers %s has refused our keys, not the device", async (answer) => {
    service.state.answer = answer;
    await tell();
    expect([await pushes(), (await subscriptions()).length]).toEqual([[], 1]);
  });

  it("that knows the browser has unsubscribed says so itself", async () => {
    await service.throwAway(device);
    await tell();
    expect([await pushes(), await subscriptions()]).toEqual([[], []]);
  });

  it("cannot read what it passes on", async () => {
    service.state.asked.length = 0;
    await tell();
    expect(service.state.asked).toHaveLength(1);
    expect(service.state.asked[0]?.body).not.toContain("A cask opens today");
    expect(service.state.asked[0]?.headers.get("content-encoding")).toBe("aes128gcm");
  });
});

describe("a subscription ends", () => {
  it.each([
    ["logging out", () => post("/logout", {})],
    ["logging out everywhere", () => post("/logout", { intent: "everywhere" })],
  ])("with %s", async (_way, end) => {
    await switchOn();
    expect(await subscriptions()).toHaveLength(1);
    await end();
    expect(await subscriptions()).toEqual([]);
  });

  it("when another user signs in on the device and asks for theirs", async () => {
    await switchOn();
    const other = await signIn(context);
    await switchOn(device, other);
    expect(await subscriptions()).toEqual([]);
  });

  it("silently, when its session is over or its account suspended", async () => {
    await switchOn();
    await db.run(sql`UPDATE users SET suspended_at_ms = 1 WHERE id = ${person.userId}`);
    await db.run(sql`INSERT INTO outbox (id, kind, subject_id, notice, available_at_ms, created_at_ms)
      VALUES (${`send-notice:payment-settled:${person.userId}`}, 'send-notice', ${`payment-settled:${person.userId}`}, 'payment-settled', 1, 1)`);
    await relay();
    expect(await service.arrived(device)).toEqual([]);
  });
});

describe("nothing is pushed", () => {
  it.each([
    ["to a private address", { endpoint: "https://169.254.169.254/latest" }],
    ["over http", { endpoint: "http://push.dunnage.test/x" }],
    ["for a key that is none", { p256dh: "B".repeat(20) }],
    ["for a secret of another length", { auth: "short" }],
  ])("%s", async (_name, wrong) => {
    const { endpoint, keys: own } = device;
    await post("/notices", { intent: "push-on", endpoint, ...own, ...wrong });
    expect(await subscriptions()).toEqual([]);
  });

  it("without keys: the page offers nothing, and a form made up is refused", async () => {
    const without = openApp();
    const ask = { headers: { Cookie: person.cookie } };
    expect((await without.ask("/notices", ask)).text).not.toContain("On this device");
    const { endpoint, keys: own } = device;
    const body = new URLSearchParams({ intent: "push-on", endpoint, ...own }).toString();
    const headers = { ...ask.headers, "Content-Type": "application/x-www-form-urlencoded" };
    expect((await without.ask("/notices", { method: "POST", headers, body })).status).toBe(303);
    expect(await subscriptions()).toEqual([]);
  });
});

it("every pushed notice knows where it leads, and an unknown row notifies no one", async () => {
  const pushed = Object.entries(noticeTable).flatMap(([kind, { push }]) => (push ? [{ kind, push }] : []));
  expect(pushed.map(({ kind, push }) => [kind, push.body]).sort()).toEqual(Object.entries(pushBodies).sort());
  for (const { push } of pushed) expect(await findPlace(db, push, ["x", "y"])).toBe(null);
});
