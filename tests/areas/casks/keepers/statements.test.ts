import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { addDays, dateOf } from "~/domain/calendar-date";
import type { Statement } from "~/domain/keepers/statement";
import { askKeepers } from "~/areas/casks/keepers/ask-keepers";
import { handInByLink, handInByOperator } from "~/areas/casks/keepers/hand-in-statement";
import { keeperUrl } from "~/areas/casks/keepers/keeper-link";
import { publishCask } from "~/areas/casks/publish-cask";
import { keepers } from "~/areas/console/lists/keepers";
import { runWork } from "~/db/work";
import { openOperatorSession } from "../../../support/as-operator";
import { createTestContext } from "../../../support/context";
import { line, makeKey, putNumbered, registerKey, sign, type TestKey } from "../../../support/keepers";
import { givePapers, signIn } from "../../../support/people";
import { setSetting } from "../../../support/settings";

const context = createTestContext();
const { db } = context;

let serial = 0;
let [keeper, warehouse, token, caskId] = ["", "", "", ""];
let key: TestKey;
const today = () => dateOf(context.nowMs());

beforeEach(async () => {
  serial += 1;
  [keeper, warehouse] = [`bond-${serial}`, `Bond ${serial}, Leith`];
  key = await makeKey();
  caskId = await putNumbered(context, warehouse, "1187");
  await registerKey(context, { keeper, warehouse, key });
  token = (await keeperUrl(context, { id: keeper, email: null })).split("/").at(-1) ?? "";
});

const statement = (more: Partial<Statement> = {}): Statement => ({
  ...{ keeper, date: today(), casks: [line("1187", { litres: 123.4 })] },
  ...more,
});
const give = (text: string, take = true) => handInByLink(context, { token, network: "n", text, take });
const cask = async (id = caskId) =>
  (
    await db.all<{ confirmed: string | null; absent: string | null }>(
      sql`SELECT confirmed_on AS confirmed, absent_on AS absent FROM casks WHERE id = ${id}`,
    )
  )[0];
const letters = async () =>
  (
    await db.all<{ id: string }>(
      sql`SELECT id FROM dead_letters WHERE origin = 'warehouse' AND id LIKE ${`warehouse:${keeper}:%`} AND resolved_at_ms IS NULL ORDER BY id`,
    )
  ).map(({ id }) => id.split(":").slice(2).join(":"));

describe("a signed statement", () => {
  it("confirms the casks that it names, and a look confirms none", async () => {
    const text = await sign(key, statement());
    expect(await give(text, false)).toMatchObject({ ok: true, taken: false, judged: { findings: [] } });
    expect(await cask()).toEqual({ confirmed: null, absent: null });
    expect(await give(text)).toMatchObject({ ok: true, taken: true });
    expect(await cask()).toEqual({ confirmed: today(), absent: null });
    expect(await letters()).toEqual([]);
  });

  it("counts once, however often it is sent, and however it is spaced", async () => {
    const text = await sign(key, statement());
    const first = await give(text);
    const again = await give(JSON.stringify(JSON.parse(text), null, 2));
    expect([first, again]).toMatchObject([
      { ok: true, taken: true },
      { ok: true, taken: true },
    ]);
    expect(first.ok && again.ok && first.judged.id === again.judged.id).toBe(true);
    const [count] = await db.all<{ n: number }>(
      sql`SELECT count(*) AS n FROM keeper_statements WHERE keeper_id = ${keeper}`,
    );
    expect(count?.n).toBe(1);
  });

  it("sent twice at the same moment is taken once, and both are told so", async () => {
    const text = await sign(key, statement());
    const both = await Promise.all([give(text), give(text)]);
    expect(both).toMatchObject([
      { ok: true, taken: true },
      { ok: true, taken: true },
    ]);
    const [count] = await db.all<{ n: number }>(
      sql`SELECT count(*) AS n FROM keeper_statement_casks WHERE cask_id = ${caskId}`,
    );
    expect(count?.n).toBe(1);
  });

  it("says by an operator what it says by the link", async () => {
    const { userId } = await signIn(context, { operator: true });
    const session = openOperatorSession(context, userId);
    const text = await sign(key, statement());
    expect(await handInByOperator(context, session, { keeperId: keeper, text, take: true })).toMatchObject({
      ok: true,
      taken: true,
    });
    const [found] = await db.all<{ by: string }>(
      sql`SELECT received_by AS "by" FROM keeper_statements WHERE keeper_id = ${keeper}`,
    );
    expect(found?.by).toBe(userId);
    expect(await cask()).toEqual({ confirmed: today(), absent: null });
  });
});

describe("refused, and named", () => {
  const refusal = async (text: string) => {
    const outcome = await give(text);
    return outcome.ok ? "taken" : `${outcome.code} ${"where" in outcome ? outcome.where : ""}`.trim();
  };

  it("altered by one litre, before and after the true one is here", async () => {
    const text = await sign(key, statement());
    const altered = text.replace("123.4", "124.4");
    expect(await refusal(altered)).toBe("not-signed");
    await give(text);
    expect(await refusal(altered)).toBe("altered 1187");
  });

  it("replayed for another date", async () => {
    const date = addDays(today(), -3);
    const text = await sign(key, statement({ date }));
    const replayed = text.replace(date, today());
    expect(await refusal(replayed)).toBe("not-signed");
    await give(text);
    expect(await refusal(replayed)).toBe(`replayed ${date}`);
    expect(await cask()).toEqual({ confirmed: date, absent: null });
  });

  it("signed with a retired key", async () => {
    context.clock.advance(1000);
    await registerKey(context, { keeper, warehouse, key: await makeKey() });
    expect(await refusal(await sign(key, statement()))).toBe(`retired-key ${key.publicKey}`);
    expect(await cask()).toEqual({ confirmed: null, absent: null });
  });

  it("signed with somebody else's key", async () => {
    expect(await refusal(await sign(await makeKey(), statement()))).toBe("not-signed");
  });

  it("of an unknown keeper", async () => {
    expect(await refusal(await sign(key, statement({ keeper: "nobody-here" })))).toBe("unknown-keeper nobody-here");
  });

  it("dated in the future", async () => {
    const date = addDays(today(), 1);
    expect(await refusal(await sign(key, statement({ date })))).toBe(`in-future ${date}`);
  });

  it("older than the last, or of the same day", async () => {
    await give(await sign(key, statement()));
    expect(await refusal(await sign(key, statement({ date: addDays(today(), -1) })))).toBe(`not-newer ${today()}`);
    expect(await refusal(await sign(key, statement({ casks: [line("1187", { litres: 123.3 })] })))).toBe(
      `not-newer ${today()}`,
    );
  });

  it("what is no statement, by the field that is wrong", async () => {
    const signed = JSON.parse(await sign(key, statement())) as { signature: string; statement: object };
    const other = (more: object) => JSON.stringify({ ...signed, statement: { ...signed.statement, ...more } });
    expect(await refusal("")).toBe("nothing");
    expect(await refusal("{")).toBe("not-json");
    expect(await refusal("[]")).toBe("field");
    expect(await refusal(other({ date: "2026-02-30" }))).toBe("field statement.date");
    expect(await refusal(other({ more: 1 }))).toBe("field statement.more");
    expect(await refusal(other({ casks: [line("1", { litres: 1.25 })] }))).toBe("field statement.casks[0].litres");
    expect(await refusal(other({ casks: [line("1"), line("1")] }))).toBe("named-twice 1");
    expect(await refusal("x".repeat(60_001))).toBe("too-large");
  });

  it("behind a link that is not ours, or of a mailbox that has changed", async () => {
    const text = await sign(key, statement());
    const asked = { network: "n", text, take: true };
    expect(await handInByLink(context, { ...asked, token: `${keeper}.${"0".repeat(32)}` })).toMatchObject({
      code: "no-such-link",
    });
    await db.run(sql`UPDATE keepers SET email = 'new@example.com' WHERE id = ${keeper}`);
    expect(await handInByLink(context, { ...asked, token })).toMatchObject({ code: "no-such-link" });
  });

  it("too many from one network", async () => {
    const outcomes = [];
    for (let nth = 0; nth < 61; nth += 1)
      outcomes.push(await handInByLink(context, { token, network: `busy-${serial}`, text: "{", take: true }));
    expect(outcomes.slice(0, 60).every((one) => !one.ok && one.code === "not-json")).toBe(true);
    expect(outcomes[60]).toMatchObject({ code: "too-often" });
  });
});

describe("what somebody has to look at", () => {
  it("is a cask that is not there, one that is not mentioned, an unknown number, and litres that jump", async () => {
    const others = [await putNumbered(context, warehouse, "1188"), await putNumbered(context, warehouse, "1189")];
    const casks = [line("1187", { litres: 90 }), line("1188", { present: false }), line("77", { note: "on the rack" })];
    const outcome = await give(await sign(key, statement({ casks })));
    expect(outcome).toMatchObject({
      ok: true,
      judged: {
        findings: [
          { kind: "litres-jump", number: "1187", litres: { was: 1234, is: 900 } },
          { kind: "not-there", number: "1188", caskId: others[0] },
          { kind: "unknown-number", number: "77" },
          { kind: "not-mentioned", number: "1189", caskId: others[1] },
        ],
      },
    });
    expect(await letters()).toEqual(
      ["litres-jump", "not-mentioned", "not-there", "unknown-number"].map((kind) => `${today()}:${kind}`),
    );
    expect(await cask(others[0])).toEqual({ confirmed: null, absent: today() });
    expect(await cask(others[1])).toEqual({ confirmed: null, absent: null });
  });

  it("is a number that two casks have: neither is confirmed", async () => {
    const twin = await putNumbered(context, warehouse, "1187");
    expect(await give(await sign(key, statement()))).toMatchObject({
      ok: true,
      judged: { findings: [{ kind: "number-twice", number: "1187" }] },
    });
    expect([await cask(), await cask(twin)]).toEqual([
      { confirmed: null, absent: null },
      { confirmed: null, absent: null },
    ]);
  });

  it("compares litres with the last statement", async () => {
    await give(await sign(key, statement({ date: addDays(today(), -10), casks: [line("1187", { litres: 122 })] })));
    const outcome = await give(await sign(key, statement({ casks: [line("1187", { litres: 118 })] })));
    expect(outcome).toMatchObject({
      ok: true,
      judged: { findings: [{ kind: "litres-jump", litres: { was: 1220, is: 1180 } }] },
    });
  });

  it("ends with the statement that finds the cask again", async () => {
    await give(await sign(key, statement({ date: addDays(today(), -1), casks: [line("1187", { present: false })] })));
    await give(await sign(key, statement()));
    expect(await cask()).toEqual({ confirmed: today(), absent: null });
  });
});

describe("a cask", () => {
  it("is unconfirmed once it stands elsewhere or has another number", async () => {
    await give(await sign(key, statement()));
    await db.run(sql`UPDATE casks SET warehouse = 'Elsewhere' WHERE id = ${caskId}`);
    expect(await cask()).toEqual({ confirmed: null, absent: null });
  });

  it("is not published without a fresh word of its warehouse, if the setting asks for one", async () => {
    await setSetting(db, "casks_confirmed_within_days", 35);
    const draft = await putNumbered(context, warehouse, "2000", false);
    await givePapers(context, draft);
    const { userId } = await signIn(context, { operator: true });
    const publish = () => publishCask(context, openOperatorSession(context, userId), { caskId: draft, version: 1 });
    expect(await publish()).toEqual({ ok: false, code: "not-confirmed" });
    const casks = [line("1187"), line("2000")];
    await give(await sign(key, statement({ date: addDays(today(), -36), casks })));
    expect(await publish()).toEqual({ ok: false, code: "not-confirmed" });
    await give(await sign(key, statement({ date: addDays(today(), -35), casks })));
    expect(await publish()).toEqual({ ok: true });
    await setSetting(db, "casks_confirmed_within_days", 0);
  });
});

describe("a keeper without a statement", () => {
  it("is late from the 36th day on, after the last one or after being registered", async () => {
    const [stated, silent] = [keeper, `silent-${serial}`];
    await putNumbered(context, `Silent ${serial}`, "1");
    await registerKey(context, { keeper: silent, warehouse: `Silent ${serial}`, key: await makeKey() });
    expect(await give(await sign(key, statement()))).toMatchObject({ taken: true });
    const [begun, on] = [context.nowMs(), today()];
    const seen = async (day: number) => {
      context.clock.nowMs = begun + day * 86_400_000;
      await askKeepers(context);
      const listed = await runWork(
        db,
        keepers.query(db, { filter: { state: "all" }, after: null, nowMs: context.nowMs() }),
      );
      const own = listed.rows.filter(({ id }) => id === stated || id === silent);
      const told = await db.all<{ id: string }>(sql`SELECT id FROM dead_letters
        WHERE id IN (${`warehouse:${stated}:late:${on}`}, ${`warehouse:${silent}:late:never`})`);
      return { late: own.map(({ isLate }) => isLate), confirmed: own[0]?.confirmed, told: told.length };
    };
    expect(await seen(35)).toEqual({ late: [0, 0], confirmed: 1, told: 0 });
    expect(await seen(36)).toEqual({ late: [1, 1], confirmed: 0, told: 2 });
    context.clock.nowMs = begun;
  });
});
