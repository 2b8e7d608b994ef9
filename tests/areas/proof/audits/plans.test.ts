// No statement of an audit goes through a table that grows.
import { env } from "cloudflare:test";
import { expect, it } from "vitest";
import { createDatabase } from "~/db/client";
import { auditDeps, auditTomorrow, DAY_MS, makeAudit } from "../../../support/audits";
import { createTestContext } from "../../../support/context";
import { giveStake } from "../../../support/holdings";
import { putCask, signIn } from "../../../support/people";

it("finds everything by an index", async () => {
  const context = createTestContext();
  await giveStake(context, await signIn(context), await putCask(context));
  await auditTomorrow(context);
  const seen = new Set<string>();
  const d1 = new Proxy(env.DB, {
    get: (target, name) => {
      if (name === "prepare") return (text: string) => (seen.add(text), target.prepare(text));
      const member: unknown = Reflect.get(target, name, target);
      return typeof member === "function" ? member.bind(target) : member;
    },
  });
  context.clock.advance(DAY_MS);
  await makeAudit({ ...auditDeps(context), db: createDatabase(d1) });
  expect(seen.size).toBeGreaterThan(20);
  const scans: string[] = [];
  for (const text of seen) {
    const plan = await env.DB.prepare(`EXPLAIN QUERY PLAN ${text}`)
      .bind(...Array.from({ length: (text.match(/\?/g) ?? []).length }, () => null))
      .all<{ detail: string }>();
    // Lists of values, answers of subqueries, the few operators, and one row per cask.
    const isFew = /^SCAN (CONSTANT|json_each|\(subquery|next|latest|chosen|held|users|cask_exits|audited_casks|\d)/;
    // What is under way now: indexes that hold nothing else.
    const isStanding = /USING (COVERING )?INDEX \w+_(open|refunding|waiting|sending|by_due)\b/;
    for (const { detail } of plan.results)
      if (detail.startsWith("SCAN ") && !isFew.test(detail) && !isStanding.test(detail))
        scans.push(`${detail} <- ${text.slice(0, 120)}`);
  }
  expect(scans).toEqual([]);
});
