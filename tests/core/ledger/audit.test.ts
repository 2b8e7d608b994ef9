import { env } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { createDatabase } from "~/db/client";
import { users } from "~/db/schema/people";
import { type AuditEntry, byOperator, byUser, byUserIn, recordAudit } from "~/core/ledger/audit";
import { signIn } from "../../support/people";
import { openShop } from "../../support/shop";

const db = createDatabase(env.DB);
let userId: string;
let entry: AuditEntry;

beforeEach(async () => {
  ({ userId } = await signIn(openShop().context));
  entry = { id: `test:${userId}`, actor: byUser(userId), action: "signed-out", subject: `user:${userId}`, nowMs: 5 };
});

const entries = () =>
  db.all(sql`SELECT actor, action, subject, detail, created_at_ms AS nowMs FROM audit_log WHERE id = ${entry.id}`);

describe("an entry of the audit log", () => {
  it("says who did what to what, and a replay writes no second one", async () => {
    await recordAudit(db, entry);
    await recordAudit(db, { ...entry, actor: byOperator("usr_other"), nowMs: 6 });
    expect(await entries()).toEqual([
      { actor: `user:${userId}`, action: "signed-out", subject: `user:${userId}`, detail: null, nowMs: 5 },
    ]);
  });

  it("is not written unless its condition holds", async () => {
    await recordAudit(db, entry, { where: sql`1 = 0` });
    await recordAudit(db, entry, { from: users, where: sql`id = ${userId} AND suspended_at_ms IS NOT NULL` });
    expect(await entries()).toEqual([]);
  });

  it("takes missing values from the matching row", async () => {
    const fromRow = { ...entry, actor: byUserIn(users.id), detail: users.role };
    await recordAudit(db, fromRow, { from: users, where: sql`id = ${userId}` });
    expect(await entries()).toMatchObject([{ actor: `user:${userId}`, detail: "investor" }]);
  });
});
