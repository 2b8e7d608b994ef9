import { afterAll, describe, expect, it } from "vitest";
import { canonicalJson, type Json } from "~/domain/audit/canonical-json";
import { type Day, filesOf, sealDay, sha } from "../support/audit-history";
import {
  caskAt,
  changed,
  dateAt,
  dayFile,
  folderWith,
  hashAt,
  history,
  removeFolders,
  resealed,
  run,
  runCommand,
  verify,
} from "./support/audit-folders";

afterAll(removeFolders);

describe("an untouched history", () => {
  it("passes, with what was checked and the head to keep", async () => {
    const { code, said } = await verify(history);
    expect(said).toMatch(/^PASS /);
    expect(said).toContain(`6 days, ${dateAt(0)} to ${dateAt(5)}`);
    expect(said).toContain("4 casks");
    expect(said).toContain("4 lists with 48 stakes");
    expect(said).toContain(`head ${dateAt(5)}=${hashAt(history, 5)}`);
    expect(code).toBe(0);
  });

  it("passes as a command, which ends with 0, 1 or 2", async () => {
    const folder = folderWith(filesOf(history));
    expect(await runCommand(folder)).toMatchObject({ code: 0, said: expect.stringMatching(/^PASS /) });
    expect(await runCommand(folder, "--head", `${dateAt(0)}=${sha("other")}`)).toMatchObject({ code: 1 });
    expect(await runCommand()).toMatchObject({ code: 2, said: expect.stringMatching(/^usage: /) });
  });

  it("passes with all its lists, with its newest days only, and with heads that were kept", async () => {
    const heads = history.days.map(({ date, hash }) => `${date}=${hash}`).flatMap((head) => ["--head", head]);
    expect((await verify(history, "--lists", ...heads)).said).toMatch(/^PASS /);
    const newest = await verify(history, "--days", "2");
    expect(newest.said).toContain(`2 days, ${dateAt(4)} to ${dateAt(5)}`);
  });

  it("is written as the product writes canonical JSON", () => {
    for (const [, text] of filesOf(history)) expect(canonicalJson(JSON.parse(text) as Json)).toBe(text);
  });
});

describe("a changed day is named with its field", () => {
  const changes: [string, (day: Day) => void, string][] = [
    ["a count", (day) => (caskAt(day, 2).issued += 1), "casks[csk_made_up_0002].issued"],
    ["certificates", (day) => (caskAt(day, 2).certificates_valid += 2), "casks[csk_made_up_0002].certificates_valid"],
    [
      "a valuation",
      (day) => ((caskAt(day, 1).valuations[0] as { value_cents: number }).value_cents += 1),
      "casks[csk_made_up_0001].valuations[val_0001_0].value_cents",
    ],
    [
      "a document's hash",
      (day) => ((caskAt(day, 3).documents[1] as { sha256: string }).sha256 = sha("other")),
      "casks[csk_made_up_0003].documents[1]",
    ],
    [
      "a document's issuer",
      (day) => ((caskAt(day, 3).documents[1] as { issuer: string }).issuer = "Other"),
      "casks[csk_made_up_0003].documents[1].issuer",
    ],
    ["a name", (day) => (caskAt(day, 0).name = "Other"), "casks[csk_made_up_0000].name"],
    ["money owed", (day) => (day.money.owed_cents = 1), "money.owed_cents"],
    ["money held", (day) => (day.money.held_cents = 1), "money.held_cents"],
    ["a part of what is owed", (day) => (day.money.wallets_cents = 1), "money.owed_cents"],
    ["the result of a cask", (day) => Object.assign(caskAt(day, 1), { result: "FAIL", reason: "issued: x" }), "result"],
    ["the ledger's head", (day) => (day.ledger_head = sha("other")), "hash"],
    ["the number of ledger rows", (day) => (day.ledger_rows = 3), "ledger_rows"],
  ];

  for (const at of [2, 5])
    it.each(changes)(`%s, on day ${at + 1} of 6`, async (_, change, field) => {
      const { code, said } = await verify(changed(at, change));
      expect(said.split("\n")[0]).toContain(`FAIL ${dateAt(at)} ${field}`);
      expect(code).toBe(1);
    });

  it("a hash that was made to fit is found by the day after it", async () => {
    const days = structuredClone(history.days);
    days[2] = sealDay({ ...(days[2] as Day), ledger_head: sha("other") });
    const { said } = await verify({ ...history, days });
    expect(said).toContain(`FAIL ${dateAt(3)} previous_hash`);
  });
});

describe("a rewritten history", () => {
  const forged = resealed(
    changed(2, (day) => (day.ledger_head = sha("other"))),
    2,
  );
  const head = (at: number) => ["--head", `${dateAt(at)}=${hashAt(history, at)}`];

  it("is consistent in itself", async () => {
    expect((await verify(forged)).said).toMatch(/^PASS/);
  });

  it("is found by heads that were kept, which name the first day that differs", async () => {
    const { code, said } = await verify(forged, ...head(4), ...head(2), ...head(1), ...head(3));
    expect(said).toContain(`FAIL ${dateAt(2)} hash: is ${hashAt(forged, 2)}, you know ${hashAt(history, 2)}`);
    expect(said).toContain(`between ${dateAt(1)}`);
    expect(said.match(/^FAIL/gm)).toHaveLength(1);
    expect(code).toBe(1);
  });

  it("is found by an older copy of a day, with the field", async () => {
    const older = folderWith([[dayFile(2), filesOf(history).get(dayFile(2)) ?? ""]]);
    const { said } = await run(folderWith(filesOf(forged)), older);
    expect(said).toContain(`FAIL ${dateAt(2)} hash`);
  });

  it("is found where the newest days were left out", async () => {
    const short = { ...history, days: history.days.slice(0, 4) };
    expect((await verify(short)).said).toMatch(/^PASS/);
    const { said } = await verify(short, ...head(5));
    expect(said).toContain(`FAIL ${dateAt(5)} hash: this day is not among the days checked`);
  });
});

it("knows the day before the oldest that is here by the hash that names it", async () => {
  const head = (at: number, hash: string) => ["--days", "1", "--head", `${dateAt(at)}=${hash}`];
  expect((await verify(history, ...head(4, hashAt(history, 4)))).said).toMatch(/^PASS/);
  const { code, said } = await verify(history, ...head(4, sha("other")));
  expect(said).toContain(`FAIL ${dateAt(4)} hash: is ${hashAt(history, 4)}, you know ${sha("other")}`);
  expect(code).toBe(1);
  expect((await verify(history, ...head(3, hashAt(history, 3)))).said).toContain("not among the days checked");
});
