import { env } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { dayKey } from "~/domain/audit/audit-files";
import { creditExit } from "~/areas/casks/exits/credit-exit";
import { publicScreens } from "../support/screens";
import { addPaper, payWithdrawal } from "../support/proved";
import { auditDeps, DAY_MS, forgetAudit, makeAudit } from "../support/audits";
import { createTestContext, TestClock } from "../support/context";
import { openExits, soldToday } from "../support/exits";
import { creditWallet, giveStake, monthsAgo } from "../support/holdings";
import { putCask, signIn } from "../support/people";
import { openApp } from "../support/serve-app";
import { databaseDump } from "./support/digest";

// Whatever is published for everyone: it names no person and leads to none, and says nothing of a day that is not over.

const CANARY = "zephyrine-canary";
/** At noon: there is a day before, and something of today. */
const NOON = Math.floor(Date.now() / DAY_MS) * DAY_MS + DAY_MS / 2;
const context = createTestContext({ clock: new TestClock(NOON - DAY_MS) });
const { db } = context;
const app = openApp();
const logged: string[] = [];
let casks: { held: string; sold: string };
let holder: Awaited<ReturnType<typeof signIn>>;
let date: string;
let hash: string;
/** Values of a person, in every column that is meant for one. */
let secrets: string[];

afterEach(() => vi.restoreAllMocks());

async function published(): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  for (const { key, httpMetadata, customMetadata } of (
    await env.PROOF.list({ include: ["httpMetadata", "customMetadata"] })
  ).objects)
    files.set(key, JSON.stringify({ httpMetadata, customMetadata }) + (await (await env.PROOF.get(key))?.text()));
  return files;
}

const pathsOf = (): string[] => [
  ...publicScreens.filter((path) => !path.includes("#")).map((path) => path.replace(/csk_\w+/, casks.held)),
  "/audit/latest.json",
  "/sitemap.xml",
  `/evidence/documents/${hash}`,
  ...["", ".json", ".csv"].map((end) => `/audit/${date}${end}`),
  ...Object.values(casks).flatMap((id) => [
    `/evidence?cask=${id}`,
    `/audit/${date}/${id}`,
    `/audit/${date}/${id}.json`,
  ]),
];

async function shown(): Promise<Map<string, string>> {
  const pages = new Map<string, string>();
  for (const path of pathsOf()) {
    const { status, headers, text } = await app.ask(path, {});
    expect(status, path).toBeLessThan(400);
    pages.set(path, [...headers].map((line) => line.join(": ")).join("\n") + text);
  }
  return pages;
}

/** An id names a row; only casks and valuations are public ones, and a request of a visitor's own. */
const idsIn = (text: string) =>
  [...text.matchAll(/\b[a-z]{3}_[0-9a-z]{12,}\b/g)].map(([id]) => id).filter((id) => !/^(csk|val|req)_/.test(id));

function leaksIn(text: string): string[] {
  const small = text.toLowerCase();
  return [...secrets.filter((secret) => small.includes(secret.toLowerCase())), ...idsIn(text)];
}

async function fillPeople(): Promise<void> {
  await db.run(sql`UPDATE users SET email = ${CANARY} || rowid || '@example.com', phone = '919812' || (300000 + rowid),
    full_name = ${CANARY} || ' person ' || rowid, referral_code = 'cnry' || (1000 + rowid)`);
  await db.run(sql`INSERT INTO bank_details (user_id, holder_name, bank_name, ifsc_code, branch_address, account_number_sealed,
      account_last4, key_id, changed_at_ms)
    VALUES (${holder.userId}, ${`${CANARY} holder`}, ${`${CANARY} bank`}, 'CNRY0123456', ${`${CANARY} branch`}, ${`${CANARY} sealed`}, '4242', 'k', 1)`);
  await db.run(sql`INSERT INTO support_requests (id, number, user_id, name, email, kind, message, content_mark, created_at_ms)
    VALUES ('sup_canary_canary_1', 'canary-number-1', ${holder.userId}, ${`${CANARY} asks`}, ${`${CANARY}@asks.example`}, 'other', ${`${CANARY} complains`}, 'canary-mark', ${context.nowMs() - DAY_MS})`);
  for (const statement of ELSEWHERE) await db.run(sql.raw(statement));
}

/** Where else a person, or a text about one, is stored. */
const ELSEWHERE = [
  `INSERT INTO leads (id, email, created_at_ms) VALUES ('led_canary_canary_1', '${CANARY}@lead.example', 1)`,
  `INSERT INTO contact_changes (id, user_id, channel, old_value, new_value, changed_at_ms)
    SELECT 'chg_canary_canary_1', id, 'email', '${CANARY}@old.example', '${CANARY}@new.example', 1 FROM users LIMIT 1`,
  `INSERT INTO suspensions (id, user_id, operator_id, reason, suspended_at_ms, restored_by, restored_at_ms)
    SELECT 'sus_canary_canary_1', min(id), max(id), '${CANARY} shouted', 1, max(id), 2 FROM users`,
  `INSERT INTO support_answers (id, request_id, operator_id, body, created_at_ms)
    SELECT 'ans_canary_canary_1', 'sup_canary_canary_1', max(id), '${CANARY} is told', 2 FROM users
      WHERE id NOT IN (SELECT user_id FROM support_requests WHERE user_id IS NOT NULL)`,
  `INSERT INTO login_flows (id_hash, data, expires_at_ms) VALUES ('${CANARY} flow', '{"flow":{"address":"${CANARY}@flow.example"}}', 1)`,
  `INSERT INTO dead_letters (id, origin, body, created_at_ms) VALUES ('ded_canary_canary_1', 'queue', '{"who":"${CANARY}"}', 1)`,
  `INSERT INTO audit_log (id, actor, action, subject, created_at_ms) VALUES ('aud_canary_canary_1', '${CANARY} actor', '${CANARY} act', '${CANARY} subject', 1)`,
];
const PERSONAL_TABLES = [
  "users",
  "bank_details",
  "support_requests",
  "leads",
  "certificates",
  "contact_changes",
  "suspensions",
  "support_answers",
  "sessions",
  "withdrawals",
];

async function readSecrets(): Promise<string[]> {
  const dump = await databaseDump();
  const found = PERSONAL_TABLES.flatMap((table) =>
    (JSON.parse(dump.get(table) ?? "[]") as Record<string, unknown>[]).flatMap((row) =>
      Object.entries(row).flatMap(([column, value]) =>
        typeof value === "string" &&
        value.length >= 8 &&
        !/^(role|state|kind|sha256|channel|mode|reject_reason)$/.test(column)
          ? [value]
          : [],
      ),
    ),
  );
  return [...new Set([...found, CANARY])];
}

beforeAll(async () => {
  const spies = (["log", "warn", "error", "info", "debug"] as const).map((level) =>
    vi.spyOn(console, level).mockImplementation((...said: unknown[]) => void logged.push(said.map(String).join(" "))),
  );
  holder = await signIn(context);
  casks = {
    held: await putCask(context, { name: "Held Hogshead", totalStakes: 30 }),
    sold: await putCask(context, { name: "Sold Butt" }),
  };
  await giveStake(context, holder, casks.held, { purchasedAtMs: monthsAgo(context, 3) });
  await giveStake(context, holder, casks.sold, { purchasedAtMs: monthsAgo(context, 30) });
  await creditWallet(context, holder, 5_000);
  await payWithdrawal(context, holder, { fromMs: context.nowMs() - 3 * DAY_MS, hours: 7 });
  ({ sha256: hash } = await addPaper(context, casks.held, { kind: "insurance" }));
  await addPaper(context, casks.held, { kind: "contract", visibility: "holders" });
  const exits = await openExits(context);
  const exitId = await exits.confirmed(casks.sold, soldToday(context, { grossCents: 300_000 }));
  await creditExit(context, exitId);
  await fillPeople();
  context.clock.nowMs = NOON;
  secrets = await readSecrets();
  ({ date } = await makeAudit(auditDeps(context)));
  await shown();
  for (const spy of spies) spy.mockRestore();
});

it("what is published holds no value of a person and no id that leads to one: files with their metadata, pages, their headers, the log", async () => {
  expect(secrets.length).toBeGreaterThan(20);
  const files = await published();
  expect([...files.keys()]).toEqual(expect.arrayContaining([dayKey(date)]));
  for (const [key, text] of files) expect(leaksIn(text), key).toEqual([]);
  for (const [path, text] of await shown()) expect(leaksIn(text), path).toEqual([]);
  for (const line of logged)
    expect(
      secrets.filter((secret) => line.includes(secret)),
      line,
    ).toEqual([]);
});

it("a day that is not over changes no public page and no file, whatever is bought", async () => {
  vi.spyOn(console, "log").mockReturnValue(undefined);
  const same = (all: Map<string, string>) =>
    [...all].map(([name, text]) => [name, text.replaceAll(/\breq_\w+|^(set-cookie|server-timing): .*$/gm, "")]);
  const [certificate] = await db.all<{
    code: string;
  }>(sql`SELECT code FROM certificates JOIN stakes ON stakes.id = stake_id
    WHERE cask_id = ${casks.held} LIMIT 1`);
  const verified = async () => same(new Map([["", (await app.ask(`/verify/${certificate?.code}`)).text]]));
  const before = { files: same(await published()), pages: same(await shown()), verified: await verified() };
  const other = await signIn(context);
  for (let bought = 0; bought < 7; bought++) await giveStake(context, other, casks.held);
  await makeAudit(auditDeps(context));
  expect(same(await published())).toEqual(before.files);
  // Everything is rewritten.
  await forgetAudit(date);
  await makeAudit(auditDeps(context));
  expect(same(await published())).toEqual(before.files);
  expect(same(await shown())).toEqual(before.pages);
  expect(await verified()).toEqual(before.verified);
  context.clock.nowMs += DAY_MS;
  await makeAudit(auditDeps(context));
  const later = (await app.ask("/audit", {})).text.replaceAll("<!-- -->", "");
  expect(later).toContain("Held Hogshead");
  expect(same(await shown())).not.toEqual(before.pages);
});
