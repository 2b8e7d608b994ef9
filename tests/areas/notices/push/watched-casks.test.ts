// A watched cask opens and is about to close, on a device that wants notices: from the timer to the decrypted message.
import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { tellOpenings } from "~/areas/notices/tell-openings";
import { relayAll } from "../../../support/relay-all";
import { tellWatchers } from "~/areas/casks/watching/tell-watchers";
import { unwatchCask, watchCask } from "~/areas/casks/watching/watch-cask";
import { createWebPusher } from "~/integrations/push/web-push";
import { openSession } from "../../../support/open-session";
import { type Person, putCask, signIn } from "../../../support/people";
import { openShop } from "../../../support/shop";
import { type Device, openPushService, pushKeys } from "./support";
import { keepLogQuiet } from "../../../support/quiet-log";

const keys = await pushKeys();
const service = openPushService();
const shop = openShop();
const { context } = shop;
const { db, mailer } = context;
const pusher = createWebPusher({
  publicKey: keys.PUSH_PUBLIC_KEY,
  privateKey: keys.PUSH_PRIVATE_KEY,
  contact: "login@dunnage.test",
  fetch: service.fetch,
});
keepLogQuiet();
const DAY_MS = 86_400_000;

let person: Person;
let device: Device;
beforeEach(async () => {
  context.clock.nowMs = Date.UTC(2026, 10, 22, 9);
  for (const table of ["push_subscriptions", "cask_watches", "outbox", "notice_choices"])
    await db.run(sql`DELETE FROM ${sql.raw(table)}`);
  [person, device] = [await signIn(context), await service.newDevice()];
  await wantPushes(person, device);
});

/** What `/notices` writes; the session lasts as long as the days of these tests. */
async function wantPushes({ userId }: Person, { endpoint, keys: { p256dh, auth } }: Device) {
  await db.run(sql`INSERT INTO push_subscriptions (id, session_hash, user_id, endpoint, p256dh, auth, created_at_ms)
    SELECT ${context.newId("psh")}, id_hash, user_id, ${endpoint}, ${p256dh}, ${auth}, 1 FROM sessions WHERE user_id = ${userId}`);
  await db.run(sql`UPDATE sessions SET expires_at_ms = ${context.nowMs() + 90 * DAY_MS} WHERE user_id = ${userId}`);
}

const watch = (caskId: string) => watchCask(context, openSession(context, person.userId), caskId);
/** As the timer does it, once a day. */
async function afterDays(days: number) {
  context.clock.nowMs += days * DAY_MS;
  await tellOpenings(context);
  await tellWatchers(context);
  await relayAll({ ...shop.settlement, pusher });
}
const shown = async () => (await service.arrived(device)).map(({ shows }) => shows).reverse();

describe("a device is told of a watched cask", () => {
  it("when it opens and before it closes, once each; the lock screen names nothing, and a tap opens the cask", async () => {
    const caskId = await putCask(context, { name: "Secret Butt", launchesInDays: 1, closesInDays: 20 });
    await watch(caskId);
    await afterDays(1);
    const url = `/cask-information?cask=${caskId}`;
    const opened = { title: "Dunnage", body: "A cask that you watch has opened.", url };
    expect(await shown()).toMatchObject([opened]);
    for (const days of [16, 0, 1]) await afterDays(days);
    const closes = { title: "Dunnage", body: "A cask that you watch closes in a few days.", url };
    const all = await shown();
    expect(all).toHaveLength(2);
    expect(all).toEqual(expect.arrayContaining([expect.objectContaining(opened), expect.objectContaining(closes)]));
    for (const { title, body, tag } of all) expect(`${title} ${body} ${tag}`).not.toMatch(/Secret|\$|@|csk_|usr_/);
  });

  it("not by a second notice where every opening is told", async () => {
    await db.run(
      sql`INSERT INTO notice_choices (user_id, topic, wanted, changed_at_ms) VALUES (${person.userId}, 'launches', 1, 1)`,
    );
    const caskId = await putCask(context, { launchesInDays: 1 });
    await watch(caskId);
    await afterDays(1);
    const about = (await shown()).filter(({ url }) => url?.endsWith(caskId));
    expect(about.map(({ body }) => body)).toEqual(["A cask opens today."]);
  });

  it.each<[string, (caskId: string) => unknown]>([
    ["once it is watched no more", (caskId) => unwatchCask(context, openSession(context, person.userId), caskId)],
    [
      "where the topic is off",
      () =>
        db.run(
          sql`INSERT INTO notice_choices (user_id, topic, wanted, changed_at_ms) VALUES (${person.userId}, 'watching', 0, 1)`,
        ),
    ],
    ["once it is sold out", (caskId) => db.run(sql`UPDATE casks SET sold_stakes = total_stakes WHERE id = ${caskId}`)],
    [
      "while the account is suspended",
      () => db.run(sql`UPDATE users SET suspended_at_ms = 1 WHERE id = ${person.userId}`),
    ],
  ])("never %s", async (_when, change) => {
    const caskId = await putCask(context, { launchesInDays: 1 });
    await watch(caskId);
    context.clock.nowMs += DAY_MS;
    await tellWatchers(context);
    await change(caskId);
    await afterDays(0);
    expect(await shown()).toEqual([]);
    expect(mailer.to(person.email)).toEqual([]);
  });
});
