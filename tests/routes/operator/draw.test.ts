import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { caskTexts } from "~/content/casks";
import { sha256 } from "~/server/sha256";
import { keepLogQuiet } from "../../support/quiet-log";
import { givePapers, type Person, putCask, signIn, signInStaff } from "../../support/people";
import { openApp } from "../../support/serve-app";
import { createTestContext } from "../../support/context";
import { caskPage, caskRecords } from "./support/typed-cask";
import { visitConsole } from "./support/visit-console";

// Whether places of a cask are drawn among those who ask in its first minute.

const context = createTestContext();
const visit = visitConsole(openApp());
const { actionsOf } = caskRecords(context);
keepLogQuiet();

let staff: Record<"operator" | "reader", Person>;
beforeAll(async () => {
  staff = await signInStaff(context);
});

const press = (caskId: string, intent: string, version: number, by = staff.operator) =>
  visit.post(caskPage(caskId, "line"), by, { intent, version: String(version) });
const drawOf = async (caskId: string) =>
  (
    await context.db.all<{ commitment: string | null; seed: string | null }>(
      sql`SELECT draw_commitment AS commitment, (SELECT seed FROM launch_draws WHERE cask_id = casks.id) AS seed FROM casks WHERE id = ${caskId}`,
    )
  )[0];

describe("the draw of a cask", () => {
  it("is off, is chosen for a draft by one press however often it is sent, and dropped again", async () => {
    const caskId = await putCask(context, { published: false });
    expect(await drawOf(caskId)).toEqual({ commitment: null, seed: null });
    expect((await visit.get(caskPage(caskId, "line"), staff.operator)).text).toContain("First come, first served");
    expect((await press(caskId, "draw", 1)).status).toBe(303);
    const chosen = await drawOf(caskId);
    expect((await press(caskId, "draw", 1)).status).toBe(303);
    expect(await drawOf(caskId)).toEqual(chosen);
    expect(chosen?.seed).toMatch(/^[0-9a-f]{64}$/);
    expect(chosen?.commitment).toBe(sha256(chosen?.seed ?? ""));
    const shown = (await visit.get(caskPage(caskId, "line"), staff.operator)).text;
    expect(shown).toContain("Places are drawn by lot");
    expect(shown).not.toContain(chosen?.seed);
    expect((await press(caskId, "no-draw", 2)).status).toBe(303);
    expect(await drawOf(caskId)).toEqual({ commitment: null, seed: null });
    expect(await actionsOf(`cask:${caskId}`)).toEqual(["draw-chosen", "draw-dropped"]);
  });

  it("is told on the cask's page with its commitment, and is fixed once the cask is published", async () => {
    const caskId = await putCask(context, { published: false, launchesInDays: 2 });
    await givePapers(context, caskId);
    await press(caskId, "draw", 1);
    expect((await visit.post(caskPage(caskId), staff.operator, { intent: "publish", version: "2" })).status).toBe(303);
    for (const state of ["published", "withdrawn"]) {
      await context.db.run(sql`UPDATE casks SET state = ${state} WHERE id = ${caskId}`);
      const refused = await press(caskId, "no-draw", 3);
      expect([refused.status, refused.text.includes("before a cask is first published")]).toEqual([409, true]);
      expect((await visit.get(caskPage(caskId, "line"), staff.operator)).text).not.toContain(
        "Go back to first come, first served",
      );
    }
    await context.db.run(sql`UPDATE casks SET state = 'published' WHERE id = ${caskId}`);
    const { commitment, seed } = (await drawOf(caskId)) ?? expect.fail();
    const { text } = await visit.get(`/cask-information?cask=${caskId}`, await signIn(context));
    expect([text.includes(caskTexts.draw.title), text.includes(String(commitment))]).toEqual([true, true]);
    expect(text).not.toContain(String(seed));
    expect(text).not.toContain(caskTexts.draw.file);
  });

  it("is no more than a reader may look at, and needs the version that was seen", async () => {
    const caskId = await putCask(context, { published: false });
    expect((await press(caskId, "draw", 1, staff.reader)).status).toBe(403);
    expect((await press(caskId, "draw", 7)).status).toBe(409);
    expect(await drawOf(caskId)).toEqual({ commitment: null, seed: null });
  });
});
