import { env } from "cloudflare:test";
import { getTableName } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { createDatabase } from "~/db/client";
import { runWork, type Work } from "~/db/work";
import { listCertificates } from "~/areas/console/list-certificates";
import { listPayments } from "~/areas/console/list-payments";
import { readCertificate } from "~/areas/console/read-certificate";
import { readPayment } from "~/areas/console/read-payment";
import { readWaiting } from "~/areas/notices/waiting/what-waits";
import { listWaitingPayments } from "~/areas/console/waiting-payments";
import { sweptTables } from "../../workers/settlement/sweeping/swept-tables";
import { sweepTables } from "../../workers/settlement/sweeping/sweep-tables";
import { loader as invest } from "~/routes/invest/route";
import { loader as cask } from "~/routes/cask-information/route";
import { loader as payment } from "~/routes/stripe-secure/route";
import { loader as success } from "~/routes/payment-success/route";
import { loader as unsuccessful } from "~/routes/payment-unsuccessful/route";
import { loader as verify } from "~/routes/verify.$code/route";
import { loader as certificate } from "~/routes/certificates.$file";
import { settlePayment } from "~/areas/buying/settlement/settle-payment";
import { get, putCask, signIn } from "../support/people";
import { openShop } from "../support/shop";

/** Wraps D1 to record the text of each statement. */
function remember(d1: D1Database, seen: Set<string>): D1Database {
  return new Proxy(d1, {
    get(target, property) {
      if (property === "prepare") {
        return (query: string) => {
          seen.add(query);
          return target.prepare(query);
        };
      }
      const value: unknown = Reflect.get(target, property, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

async function planOf(query: string): Promise<string[]> {
  const plan = await env.DB.prepare(`EXPLAIN QUERY PLAN ${query}`)
    .bind(...Array.from({ length: (query.match(/\?/g) ?? []).length }, () => null))
    .all<{ detail: string }>();
  return plan.results.map(({ detail }) => detail);
}

describe("sweeping", () => {
  it("finds what is over by an index on its time, in every table", async () => {
    const seen = new Set<string>();
    await sweepTables({ db: createDatabase(remember(env.DB, seen)), nowMs: () => 0 });
    const plans = new Map(await Promise.all([...seen].map(async (query) => [query, await planOf(query)] as const)));
    expect(plans.size).toBe(sweptTables.length);
    for (const { key, over } of sweptTables) {
      const table = getTableName(key.table);
      const plan = [...plans].find(([query]) => query.startsWith(`DELETE FROM "${table}"`))?.[1] ?? [];
      for (const { column } of over)
        expect(plan.join("\n")).toMatch(
          new RegExp(`SEARCH ${table} USING (COVERING )?INDEX \\w+ \\(${column.name}<\\?`),
        );
      expect(plan.filter((detail) => detail.startsWith(`SCAN ${table}`))).toEqual([]);
    }
  });
});

describe("the console's payments and certificates", () => {
  it("are found by an index, in every list and on every page", async () => {
    const seen = new Set<string>();
    const db = createDatabase(remember(env.DB, seen));
    const nowMs = Date.now();
    const after = { ms: nowMs, id: "x" };
    const works = [
      ...[null, "settled" as const].flatMap((state) =>
        [null, "stripe" as const].map((provider) => listPayments(db, { filter: { state, provider }, after })),
      ),
      listWaitingPayments(db, nowMs),
      readPayment(db, "pay_x", nowMs),
      ...[null, "pending" as const, "void" as const].flatMap((state) =>
        ["", "asha"].map((q) => listCertificates(db, { filter: { state, q }, after, nowMs })),
      ),
      readCertificate(db, "crt_x", nowMs),
      readWaiting(db, nowMs),
    ];
    for (const work of works) await runWork(db, work as Work<unknown>);
    const scans: string[] = [];
    for (const query of seen) {
      // What a subquery or a list of values answers is few rows; how it is found is a line of its own.
      const bad = (await planOf(query)).filter(
        (detail) =>
          /^SCAN (?!CONSTANT|\(subquery|\d|kinds|subjects|found|needed|late|holders|events|unissued|tallies|fresh|proposed|newest)/.test(
            detail,
          ) &&
          !/USING (COVERING )?INDEX \w+_(proposed|drafts|sending|disputed|disputed_since|open|failing|open_by_expiry|waiting|refunds|failing_payments)\b/.test(
            detail,
          ),
      );
      if (bad.length > 0) scans.push(`${bad.join("; ")} <- ${query.slice(0, 160)}`);
    }
    expect(seen.size).toBeGreaterThan(20);
    expect(scans).toEqual([]);
  });
});

describe("every query of the journey", () => {
  it("uses an index, so that pages stay fast as tables grow", async () => {
    const seen = new Set<string>();
    const shop = openShop();
    shop.context.db = createDatabase(remember(env.DB, seen));
    Object.assign(shop.settlement, { db: shop.context.db });
    const context = () => Object.assign(shop.context.next(), { db: shop.context.db });
    const [person, caskId] = [await signIn(shop.context), await putCask(shop.context)];
    seen.clear();

    const origin = "http://localhost:8787";
    const ask = (load: typeof invest, path: string, params = {}) =>
      (load as (args: object) => Promise<unknown>)({
        request: get(`${origin}${path}`, person.cookie),
        context: context(),
        params,
      }).catch(() => null);
    await shop.buy(person, { cask: caskId });
    const paymentId = (await shop.paymentsOf(person))[0]?.id ?? "";
    shop.stripe.pay(paymentId);
    await settlePayment(shop.settlement, { paymentId });
    await shop.drain();
    await ask(invest, "/invest");
    await ask(cask as never, `/cask-information?cask=${caskId}`);
    await ask(payment as never, `/stripe-secure?cask=${caskId}`);
    await ask(success as never, `/payment-success?payment=${paymentId}`);
    await ask(unsuccessful as never, `/payment-unsuccessful?payment=${paymentId}`);
    await ask(verify as never, "/verify/abc", { code: "abc" });
    await ask(certificate as never, "/certificates/crt_1.pdf", { file: "crt_1.pdf" });

    const scans: string[] = [];
    for (const query of seen) {
      if (/^EXPLAIN/.test(query)) continue;
      const bad = (await planOf(query)).filter(
        // What a subquery answers is few rows; how it finds them is a line of its own.
        (detail) => /^SCAN (?!CONSTANT|\(subquery)/.test(detail) && !/USING (COVERING )?INDEX/.test(detail),
      );
      if (bad.length > 0) scans.push(`${bad.join("; ")} <- ${query.slice(0, 120)}`);
    }
    expect(seen.size).toBeGreaterThan(25);
    expect(scans).toEqual([]);
  });
});

describe("the contacts of a person", () => {
  it("are found by indexes, the former ones too, as the triggers ask for them", async () => {
    const recent = "(until_ms IS NULL OR until_ms > 1)";
    const plan = await planOf(
      `SELECT channel, address FROM contacts WHERE user_id = 'usr_1' AND ${recent} GROUP BY channel, address`,
    );
    expect(plan.filter((detail) => detail.startsWith("SEARCH"))).toHaveLength(3);
    expect(plan.filter((detail) => /^SCAN (?!contacts$|\(subquery)/.test(detail))).toEqual([]);
  });
});
