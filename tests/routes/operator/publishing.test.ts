import { sql } from "drizzle-orm";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { addDays, dateOf } from "~/domain/calendar-date";
import { createTestContext } from "../../support/context";
import { givePapers, type Person, putCask, signIn, signInStaff } from "../../support/people";
import { openApp } from "../../support/serve-app";
import { setAsked } from "../../support/settings";
import { caskPage, caskRecords } from "./support/typed-cask";
import { hiddenIn, visitConsole } from "./support/visit-console";

// A cask is published with the evidence that the settings ask for, or with a reason that investors read.

const app = openApp();
const context = createTestContext();
const { db } = context;
const today = dateOf(context.nowMs());
const { get, post, trips } = visitConsole(app);
const { rowOf, actionsOf } = caskRecords(context);
let people: Awaited<ReturnType<typeof signInStaff>> & { asha: Person };

beforeAll(async () => {
  people = { ...(await signInStaff(context)), asha: await signIn(context) };
});
beforeEach(() => void vi.spyOn(console, "log").mockReturnValue(undefined));
afterEach(() => vi.restoreAllMocks());

const draft = () => putCask(context, { published: false, name: "Glen Paper" });
const publish = async (caskId: string) => post(caskPage(caskId), people.operator, { intent: "publish", version: "1" });
const REASON = "The insurer renews it in December.";

/** All but a valid insurance. */
async function uninsured(expiresOn = addDays(today, -1)): Promise<string> {
  const caskId = await draft();
  await givePapers(context, caskId);
  await db.run(sql`INSERT INTO evidence (id, cask_id, kind, issuer, issued_on, expires_on, visibility, file_key, media_type, size_bytes, sha256, supersedes_id, created_at_ms)
    SELECT id || '-old', cask_id, kind, issuer, '2020-01-01', ${expiresOn}, visibility, id || '-old', media_type, 1, sha256, id, 1
    FROM evidence WHERE cask_id = ${caskId} AND kind = 'insurance'`);
  return caskId;
}
async function publishWithout(caskId: string, reason = REASON, as = people.operator) {
  const { text } = await get(caskPage(caskId), people.operator);
  const form = hiddenIn(text, "Publish without it");
  return post(caskPage(caskId), as, {
    intent: "publish",
    version: "1",
    missing: "insurance",
    ...form,
    publish_reason: reason,
  });
}

describe("a cask without its evidence", () => {
  it("is not published, and its page says what is missing; with all of it it is, in one round trip", async () => {
    const caskId = await draft();
    const shown = (await get(caskPage(caskId), people.operator)).text;
    expect(shown).toContain(
      "missing its cask number, a delivery order, a confirmation from the warehouse and valid insurance",
    );
    expect(shown).not.toContain(">Publish<");
    const refused = await publish(caskId);
    expect([refused.status, (await rowOf(caskId))?.state]).toEqual([409, "draft"]);
    expect(refused.text).toContain("Evidence that the settings require is missing.");
    await givePapers(context, caskId);
    expect((await get(caskPage(caskId), people.operator)).text).toContain(">Publish<");
    expect(await trips(publish(caskId))).toBe(1);
    expect(await rowOf(caskId)).toMatchObject({ state: "published" });
    expect((await get(`/cask-information?cask=${caskId}`, people.asha)).text).not.toContain("offered without");
  });

  it("counts a document on the date on which it expires", async () => {
    const caskId = await uninsured(today);
    expect((await publish(caskId)).status).toBe(303);
    expect(await rowOf(caskId)).toMatchObject({ state: "published" });
  });

  it("counts no paper that has expired or was replaced by one that has", async () => {
    const caskId = await uninsured();
    expect((await get(caskPage(caskId), people.operator)).text).toContain("this one is missing valid insurance.");
    expect((await publish(caskId)).status).toBe(409);
  });

  it("is published with a reason, which investors read; sent twice it is once", async () => {
    const caskId = await uninsured();
    const both = await Promise.all([1, 2].map(() => publishWithout(caskId)));
    expect(both.map(({ status }) => status)).toEqual([303, 303]);
    expect(await rowOf(caskId)).toMatchObject({ state: "published", version: 2 });
    expect(await actionsOf(`cask:${caskId}`)).toEqual(["cask-published"]);
    const read = await get(`/cask-information?cask=${caskId}`, people.asha);
    expect(read.text).toContain(`It was offered without valid insurance. Our reason: ${REASON}`);
    // Withdrawn and published again with its papers, nothing is left to say.
    await post(caskPage(caskId), people.operator, { intent: "withdraw", version: "2" });
    await givePapers(context, caskId);
    await post(caskPage(caskId), people.operator, { intent: "publish", version: "3" });
    expect((await get(`/cask-information?cask=${caskId}`, people.asha)).text).not.toContain("offered without");
  });

  it("is not published once it, or what is missing of it, is not as it was shown", async () => {
    const changed = await uninsured();
    const form = { intent: "publish", version: "1", missing: "insurance", publish_reason: REASON };
    await db.run(sql`UPDATE casks SET version = 2 WHERE id = ${changed}`);
    expect((await post(caskPage(changed), people.second, form)).status).toBe(409);
    const completed = await uninsured();
    await givePapers(context, completed);
    expect((await post(caskPage(completed), people.second, form)).status).toBe(409);
    expect([(await rowOf(changed))?.state, (await rowOf(completed))?.state]).toEqual(["draft", "draft"]);
    expect((await publish(completed)).status).toBe(303);
  });

  it("needs a reason, keeps what was typed, and readers only look", async () => {
    const caskId = await uninsured();
    const without = await publishWithout(caskId, " ");
    expect([without.status, without.text.includes("Enter the reason, at most 300 characters.")]).toEqual([400, true]);
    const long = await publishWithout(caskId, `Because ${"x".repeat(300)}`);
    expect([long.status, long.text.includes('value="Because xxx')]).toEqual([400, true]);
    expect((await publishWithout(caskId, REASON, people.reader)).status).toBe(403);
    expect((await get(caskPage(caskId), people.reader)).text).not.toContain("Publish without it");
  });

  it("is asked for what the settings name, by two operators", async () => {
    const asks = { key: "publishing_asks", value: "Insurance" };
    expect(
      (await post("/operator/settings", people.operator, { intent: "propose", ...asks, value: "a horse" })).status,
    ).toBe(400);
    await post("/operator/settings", people.operator, { intent: "propose", ...asks });
    expect((await post("/operator/settings", people.second, { intent: "confirm", ...asks })).status).toBe(303);
    const caskId = await draft();
    expect((await get(caskPage(caskId), people.operator)).text).toContain("this one is missing valid insurance.");
    await setAsked(db, "");
    expect((await publish(caskId)).status).toBe(303);
  });
});
