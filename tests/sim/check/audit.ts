import type { AuditDay } from "~/domain/audit/audit-files";
import { auditDay } from "~/areas/proof/audit-day";
import { dueDate } from "~/areas/proof/audit-steps";
import { calmAuditDeps } from "../audit-deps";
import type { Shop } from "../shop";
import { recountCasks, recountLedger, recountMoney } from "./recount";

const DAY_MS = 86_400_000;

/**
 * An audit of the day that ends next, made of what there is now, without faults: it must pass, and say what a recount of the
 * rows says. What it writes to the database is undone: the run goes on as if it had not been.
 */
export async function auditNow(shop: Shop): Promise<void> {
  shop.store.execute("SAVEPOINT audited", []);
  try {
    await checkAudit(shop, (Math.floor(shop.world.nowMs / DAY_MS) + 1) * DAY_MS + 3_600_000);
  } finally {
    shop.store.execute("ROLLBACK TO audited", []);
    shop.store.execute("RELEASE audited", []);
    for (const key of shop.bucket.objects.keys()) if (key.startsWith("audit-steps/")) shop.bucket.objects.delete(key);
  }
}

/** The audit of yesterday, once nothing has happened since: it stays, and later ones are compared with it. */
export async function auditYesterday(shop: Shop): Promise<void> {
  if (shop.world.nowMs % DAY_MS >= 900_000) await checkAudit(shop, shop.world.nowMs);
}

async function checkAudit(shop: Shop, nowMs: number): Promise<void> {
  const { store, proof, world } = shop;
  const date = dueDate(nowMs) as string;
  await auditDay(calmAuditDeps(shop, nowMs), date);
  const read = (key: string) => {
    const bytes = proof.objects.get(key);
    return bytes ? new TextDecoder().decode(bytes) : null;
  };
  const text = read(`audit/days/${date}.json`);
  if (text === null) return world.violate("an audit is made of every day", date);
  const day = JSON.parse(text) as AuditDay;
  world.count(`audit ${day.result}`);
  if (day.result !== "PASS") {
    const reasons = [day.reason, ...day.casks.map(({ id, reason }) => reason && `${id}: ${reason}`)].filter(Boolean);
    world.failedAudits.push(reasons.join("; "));
    const wrong = reasons.filter((reason) => reason !== shortfall());
    if (wrong.length > 0) world.violate("the audit passes", wrong);
    else world.count("owes more than it holds");
  }
  if (read("audit/latest.json") !== text) world.violate("the latest audit is that of the day", date);
  compareDay(day, Math.floor(nowMs / DAY_MS) * DAY_MS);

  /** A return that is asked for before the cask is sold can be more than the house has: the audit must say so. */
  function shortfall(): string {
    const { held, unsettled, open, proceeds } = recountMoney(store);
    const { wallets, pending } = recountLedger(store);
    return `money: held_cents: ${wallets + pending + open + unsettled + proceeds - held} less than is owed`;
  }

  function compareDay({ casks, money, ledger_head: head, ledger_rows: rows }: AuditDay, endMs: number): void {
    const counted = recountCasks(store, endMs);
    const told = casks.map(({ id, name, total, issued, void: gone, reserved, free, ...more }) => {
      const values = more.valuations.reduce((sum, one) => sum + one.value_cents, 0);
      return { id, name, total, issued, void: gone, reserved, free, valid: more.certificates_valid, values };
    });
    agree(
      told,
      counted.map(({ figures }) => figures),
    );
    for (const [index, { list, listHash }] of counted.entries()) {
      const hash = casks[index]?.list_sha256 ?? "";
      agree([hash, read(`audit/lists/${hash}.json`)], [listHash, list]);
    }
    const ledger = recountLedger(store);
    agree([head, rows], [ledger.head, ledger.rows]);
    const { held, unsettled, open, proceeds } = recountMoney(store);
    const owed = ledger.wallets + ledger.pending + open + unsettled + proceeds;
    const { reason: _, result: __, ...sums } = money;
    agree(
      Object.entries(sums).sort(),
      Object.entries({
        cask_proceeds_cents: proceeds,
        held_cents: held,
        owed_cents: owed,
        rewards_pending_cents: ledger.pending,
        unsettled_cents: unsettled,
        wallets_cents: ledger.wallets,
        withdrawals_open_cents: open,
      }),
    );
  }

  function agree(told: unknown, counted: unknown): void {
    if (JSON.stringify(told) !== JSON.stringify(counted))
      world.violate("the audit says what there is", [told, counted]);
  }
}
