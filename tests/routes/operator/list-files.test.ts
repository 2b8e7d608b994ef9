import { sql } from "drizzle-orm";
import Papa from "papaparse";
import { beforeAll, describe, expect, it } from "vitest";
import { settingTexts } from "~/content/console-texts";
import { SETTING_KEYS } from "~/db/schema/names";
import { csvLines } from "~/server/csv-answer";
import { creditWallet, giveStake, value } from "../../support/holdings";
import { putCask, signIn } from "../../support/people";
import { wordsIn } from "../../support/serve-page";
import { payWithdrawal, requestBalance } from "../../support/withdrawals";
import { openConsole } from "./support/console";

// Each list's file in full: operators' spreadsheets and scripts read it by its columns.

const { context, people, get } = openConsole();
const { db } = context;
const AT_MS = Date.UTC(2026, 0, 2, 3, 4, 5, 678);
const AT = "2026-01-02T03:04:05.678Z";
const LATER = "2026-01-02T03:04:06.678Z";

/** Ids and dates that differ from run to run, by what stands for them below. */
const made: Record<string, string> = {};

beforeAll(async () => {
  const buyer = await signIn(context);
  const caskId = await putCask(context, { name: "Glen, Test", totalStakes: 100, costCents: 50_050 });
  await value(context, caskId, "2026-03-04", 60_400);
  const { stakeId } = await giveStake(context, buyer, caskId, { purchasedAtMs: AT_MS, code: "CSVCODE234" });
  await creditWallet(context, buyer, 700);
  await requestBalance(context, {
    userId: buyer.userId,
    withdrawalId: "wdr_paid",
    amountCents: 700,
    marks: ["another account"],
  });
  const paidAtMs = context.nowMs() + 72 * 3_600_000;
  const paying = {
    withdrawalId: "wdr_paid",
    userId: buyer.userId,
    operatorId: people.operator.userId,
    bankReference: "UTR-77",
  };
  expect(await payWithdrawal(context, { ...paying, nowMs: paidAtMs })).toEqual({ ok: true });
  await db.batch([
    db.run(sql`UPDATE users SET full_name = 'Asha Rao' WHERE id = ${buyer.userId}`),
    db.run(sql`INSERT INTO users (id, email, full_name, referral_code, activated_at_ms, suspended_at_ms, created_at_ms)
      VALUES ('usr_csv', 'csv@example.com', 'Ravi', 'csv', ${AT_MS}, NULL, ${AT_MS}),
        ('usr_idle', 'idle@example.com', '=Idle', 'idle', NULL, ${AT_MS + 1000}, ${AT_MS})`),
    db.run(sql`INSERT INTO leads (id, email, phone, created_at_ms)
      VALUES ('lead_csv', 'asha@example.com', '919999912345', ${AT_MS})`),
    db.run(sql`INSERT INTO audit_log (id, actor, action, subject, detail, created_at_ms)
      VALUES ('aud_csv', 'system', 'one', 'thing:csv', 'more', ${AT_MS})`),
    db.run(sql`INSERT INTO support_requests (id, number, name, email, kind, message, content_mark, created_at_ms)
      VALUES ('sup_csv', 'NUMBER', 'Asha', 'asha@example.com', 'other', 'Help.', 'mark', ${AT_MS})`),
    db.run(sql`INSERT INTO payments (id, user_id, purpose, product_name, amount_cents, mode, provider, expires_at_ms, created_at_ms, updated_at_ms)
      VALUES ('pay_csv', 'usr_csv', 'joining-fee', 'Joining fee', 1250, 'Crypto', 'copperx', ${AT_MS}, ${AT_MS}, ${AT_MS})`),
    db.run(sql`INSERT INTO referrals (referred_id, referrer_id, reward_cents, state, created_at_ms)
      VALUES ('usr_csv', ${buyer.userId}, 1500, 'inactive', ${AT_MS})`),
    db.run(sql`UPDATE referrals SET state = 'pending', payment_id = 'pay_csv' WHERE referred_id = 'usr_csv'`),
    db.run(sql`INSERT INTO dead_letters (id, origin, body, error, created_at_ms)
      VALUES ('dead_csv', 'queue', '{}', 'broken', ${AT_MS})`),
    db.run(sql`INSERT INTO reconciliations (id, asked_by, asked_at_ms, from_ms, started_at_ms, finished_at_ms, payments_read, repaired)
      VALUES ('rec_csv', 'system', ${AT_MS}, 0, ${AT_MS}, ${AT_MS}, 3, 1)`),
    db.run(sql`INSERT INTO outbox (id, kind, subject_id, attempts, last_error, failing_since_ms, available_at_ms, created_at_ms)
      VALUES ('check-payment:pay_csv', 'check-payment', 'pay_csv', 3, 'refused', ${AT_MS}, ${AT_MS}, ${AT_MS})
      ON CONFLICT (id) DO UPDATE SET attempts = 3, last_error = 'refused', failing_since_ms = ${AT_MS}`),
  ]);
  const [cask] = await db.all<Record<string, string>>(sql`SELECT closes_on AS closes FROM casks WHERE id = ${caskId}`);
  const [payment] = await db.all<Record<string, string>>(sql`SELECT payment_id AS id FROM stakes
    WHERE id = ${stakeId}`);
  const [certificate] = await db.all<Record<string, string>>(sql`SELECT id, code FROM certificates
    WHERE stake_id = ${stakeId}`);
  const [withdrawal] = await db.all<Record<string, number>>(
    sql`SELECT created_at_ms AS asked, payable_from_ms AS payable FROM withdrawals WHERE id = 'wdr_paid'`,
  );
  const iso = (ms = 0) => new Date(ms).toISOString();
  Object.assign(made, {
    BUYER: buyer.userId,
    CASK: caskId,
    CLOSES: cask?.closes,
    PAYMENT: payment?.id,
    CERTIFICATE: certificate?.id,
    CODE: certificate?.code,
    ASKED: iso(withdrawal?.asked),
    PAYABLE: iso(withdrawal?.payable),
    PAID: iso(paidAtMs),
  });
});

const shortened = (text: string) =>
  Object.entries(made).reduce((all, [name, value]) => all.replaceAll(value, name), text);

const FILES: [path: string, whole: string][] = [
  [
    "withdrawals.csv?state=paid",
    "id,asked_at,payable_from,holder,cask,cycle,amount_usd,bank,account_last4,bank_reference,decided_at,user\r\n" +
      "wdr_paid,ASKED,PAYABLE,Sample,,,7.00,Sample Bank,4242,UTR-77,PAID,BUYER\r\n",
  ],
  [
    "casks.csv?state=published",
    "id,cask,state,sold,reserved,stakes,price_usd,value_usd,valued_on,tier,closes_on,sold_on\r\n" +
      'CASK,"Glen, Test",published,1,0,100,500.50,604.00,2026-03-04,measured,CLOSES,\r\n',
  ],
  [
    "payments.csv?state=settled",
    "id,begun_at,for,buyer_id,buyer,amount_usd,provider,state,reason\r\n" +
      `PAYMENT,${AT},"Glen, Test",BUYER,Asha Rao,500.50,stripe,settled,\r\n`,
  ],
  [
    "users.csv?state=suspended",
    "id,name,role,joined_at,activated_at,suspended_at,closed_at,wallet_usd\r\n" +
      `usr_idle,'=Idle,investor,${AT},,${LATER},,0.00\r\n`,
  ],
  [
    "certificates.csv?state=issued",
    "id,code,state,holder,cask,stake,begun_at,issued_at\r\n" +
      `CERTIFICATE,CODE,issued,Asha Rao,"Glen, Test",1,${AT},${AT}\r\n`,
  ],
  [
    "rewards.csv",
    `referred_id,referrer_id,since,state,amount_usd,looks_like_one\r\nusr_csv,BUYER,${AT},pending,15.00,no\r\n`,
  ],
  ["support.csv", `number,about,account,written_at,answered_at,closed_at\r\nNUMBER,other,,${AT},,\r\n`],
  [
    "trouble.csv",
    "sort,id,what,detail,since\r\n" +
      `given-up,dead_csv,queue,broken,${AT}\r\nfailing,check-payment:pay_csv,check-payment,refused,${AT}\r\n`,
  ],
  [
    "trouble.csv?state=runs",
    `sort,id,what,detail,since\r\nrun,rec_csv,finished,"3 payments read, 1 repaired, 0 open",${AT}\r\n`,
  ],
  ["log.csv?of=thing:csv", `at,who,what,about,detail\r\n${AT},system,one,thing:csv,more\r\n`],
  ["leads.csv", `at,email,phone\r\n${AT},asha@example.com,'+919999912345\r\n`],
  // One that cannot be chosen is the first.
  ["support.csv?state=none", `number,about,account,written_at,answered_at,closed_at\r\nNUMBER,other,,${AT},,\r\n`],
];

describe("a list's file in full", () => {
  it.each(FILES)("%s", async (path, whole) => {
    expect(shortened((await get(`/operator/${path}`, people.operator)).text)).toBe(whole);
    const masked = whole.replace("asha@example.com,'+919999912345", "a•••@example.com,••••••2345");
    expect(shortened((await get(`/operator/${path}`, people.reader)).text)).toBe(masked);
  });

  it("is logged: who took which list", async () => {
    await get("/operator/leads.csv", people.reader);
    await get("/operator/payments.csv?state=settled&state=x", people.operator);
    const entries = await db.all(sql`SELECT actor, action, subject, detail FROM audit_log
      WHERE action LIKE 'list-%' ORDER BY rowid DESC LIMIT 2`);
    const taken = (actor: string, list: string) => ({
      actor,
      action: "list-taken",
      subject: `list:${list}`,
      detail: null,
    });
    expect(entries).toEqual([
      taken(`operator:${people.operator.userId}`, "payments"),
      taken(`reader:${people.reader.userId}`, "leads"),
    ]);
  });
});

describe("the page of a list", () => {
  it("shows what went wrong with what may be done", async () => {
    const { text } = await get("/operator/trouble", people.operator);
    for (const words of ["Try it again", "Drop it with this reason", "End it with this reason", "/payments/pay_csv"])
      expect(text).toContain(words);
  });

  it("shows a reader the end of an address alone", async () => {
    expect((await get("/operator/leads", people.operator)).text).toContain("asha@example.com");
    const { text } = await get("/operator/leads", people.reader);
    expect(text).toContain("••••••2345");
    for (const whole of ["asha@example.com", "919999912345"]) expect(text).not.toContain(whole);
  });
});

describe("the settings", () => {
  it("are in the file as they count, money in dollars", async () => {
    const { text } = await get("/operator/settings.csv", people.operator);
    const { data } = Papa.parse<string[]>(text, { skipEmptyLines: true });
    expect(data[1]?.slice(0, 3)).toEqual(["Joining fee", "Joining fee", "10.00"]);
    expect(data).toHaveLength(SETTING_KEYS.length + 1);
    for (const key of SETTING_KEYS) expect(text).not.toContain(key);
  });

  it("are on their page in groups, by their names, with when the public pages follow", async () => {
    const words = wordsIn((await get("/operator/settings", people.operator)).text);
    const names = settingTexts.groups.flatMap(({ title, labels }) => [title, ...Object.values(labels)]);
    expect(names.filter((name) => !words.includes(name))).toEqual([]);
    expect(words).toMatch(/within 60 seconds\..*Joining fee \(dollars\).*Payouts and limits.*Identity checks.*Resale/);
    expect(Object.keys(settingTexts.labels).sort()).toEqual([...SETTING_KEYS].sort());
    for (const key of SETTING_KEYS) expect(words).not.toContain(key);
  });
});

it.each([
  ...["=1+1", "+1", "-1+1", "@sum(a1)", " =1", "\t=1", "＝1", "=1\n2", "\r=1", ";1", " ;x", "\u200b=1"].map((cell) => [
    cell,
    `'${cell}`,
  ]),
  // Where a semicolon divides cells, what follows one begins a cell.
  ["a;=1+1", "a;'=1+1"],
  ["a; @sum(a1);b;\t-1+1", "a;' @sum(a1);b;'\t-1+1"],
  [";=1", "';'=1"],
  ["a;b", "a;b"],
  ["-12.50", "-12.50"],
  ['rao, "asha" செல்வி\nsecond line', 'rao, "asha" செல்வி\nsecond line'],
])("a cell of a file is not a formula to a spreadsheet, and otherwise as it is: %j", (cell, guarded) => {
  expect(Papa.parse<string[]>(csvLines([[cell]]).trimEnd(), { delimiter: "," }).data).toEqual([[guarded]]);
  expect(csvLines([["x", -12.5, null, cell]])).toContain(`x,-12.5,,`);
});
