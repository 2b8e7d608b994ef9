import { env } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { createDatabase } from "~/db/client";
import { sendNotice } from "~/areas/notices/send-notice";
import { openWallet, postWithdrawal, saveBank } from "../../../support/wallet";
import { createTestContext } from "../../../support/context";
import { putCask, signIn } from "../../../support/people";
import { creditWallet, giveRipeStake } from "../../../support/holdings";

/** Runs the work on a D1 that records the text of each statement. */
async function statementsOf(
  work: (context: ReturnType<typeof createTestContext>) => Promise<void>,
): Promise<Set<string>> {
  const seen = new Set<string>();
  const prepare = (query: string) => {
    seen.add(query);
    return env.DB.prepare(query);
  };
  const d1 = new Proxy(env.DB, {
    get(target, property) {
      if (property === "prepare") return prepare;
      const value: unknown = Reflect.get(target, property, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  const context = createTestContext();
  const db = createDatabase(d1);
  await work({ ...context, db, next: () => ({ ...context.next(), db }) });
  return seen;
}

describe("every statement of the wallet", () => {
  it("uses an index", async () => {
    const plain = createTestContext();
    const person = await signIn(plain);
    await creditWallet(plain, person, 1_500);
    await giveRipeStake(plain, person, await putCask(plain));
    const seen = await statementsOf(async (context) => {
      for (const path of [
        "?tab=portfolio&before=pay_x",
        "?tab=tokens",
        "?tab=rewards",
        "?dialog=withdraw",
        "?dialog=withdraw&of=balance",
      ])
        await openWallet(context, person, `/wallet${path}`);
      await postWithdrawal(context, person);
      await postWithdrawal(context, person, { of: "balance", shown_cents: "1500" });
      await saveBank(context, person, 0);
      await context.db.run(sql`UPDATE users SET email = ${`moved-${person.email}`} WHERE id = ${person.userId}`);
      const told = await context.db.all<{ subject: string }>(
        sql`SELECT substr(id, 13) AS subject FROM outbox WHERE id >= 'send-notice:' AND id < 'send-notice;'`,
      );
      for (const { subject } of told) await sendNotice(context, subject);
      expect(context.mailer.sent.length).toBeGreaterThan(3);
    });
    expect(seen.size).toBeGreaterThan(15);
    const scans: string[] = [];
    for (const query of seen) {
      const places = (query.match(/\?/g) ?? []).length;
      const plan = await env.DB.prepare(`EXPLAIN QUERY PLAN ${query}`)
        .bind(...Array<null>(places).fill(null))
        .all<{ detail: string }>();
      const scan = plan.results.find(
        ({ detail }) => detail.startsWith("SCAN ") && !/CONSTANT|SCAN (moved|held|shared|\(subquery)|^SCAN \d/.test(detail),
      );
      if (scan) scans.push(`${scan.detail} <- ${query}`);
    }
    expect(scans).toEqual([]);
  });
});
