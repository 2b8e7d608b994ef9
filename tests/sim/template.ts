import { PROVIDER_NAMES } from "~/integrations/payments/providers";
import { type StatementChange, ChangedStatements } from "./mutants/change-statements";
import { applyRules, SqliteStore } from "./sqlite-d1";
import { openPayment, pay, type Want } from "./actors/buyer";
import { askForBalance } from "./actors/holder";
import { openWithdrawals, payOut } from "./actors/operator";
import { sendWebhooks } from "./actors/provider-side";
import { noFaults } from "./faults";
import { heal } from "./heal";
import { Random } from "./random";
import { Shop } from "./shop";
import {
  ACTIVE,
  BOUGHT_LONG_AGO_MS,
  CASKS,
  HOLDERS,
  LIMITS,
  NEWCOMERS,
  NOW_MS,
  OPERATOR,
  SECOND_OPERATOR,
  PAID_BEFORE,
  REFERRED,
  VALUED,
} from "./template-plan";
import { World } from "./world";

/** The state in which every run starts. */
export type Template = { store: SqliteStore; past: Shop };

/** Made once per process, by the product's own use cases: fees and first stakes are bought the normal way. */
export async function makeTemplate(
  migrations: readonly string[],
  planted: readonly StatementChange[] = [],
): Promise<Template> {
  const changes = new ChangedStatements(planted);
  const store = new SqliteStore(await applyRules(migrations, changes), changes);
  addPeopleAndCasks(store);
  const past = new Shop(new World(new Random(1), BOUGHT_LONG_AGO_MS - 7 * 86_400_000, 0), store);
  sendWebhooks(past);
  for (const userId of ACTIVE) await buy(past, { userId, caskId: null, mode: "Bank" });
  past.world.nowMs = BOUGHT_LONG_AGO_MS;
  for (const userId of HOLDERS) await buy(past, { userId, caskId: CASKS.old.id, mode: "Bank" });
  creditPromotion(store, PAID_BEFORE, "first");
  await payBalanceOut(past, PAID_BEFORE);
  for (const userId of HOLDERS) creditPromotion(store, userId, "promotion");
  // The timer has run before: what happens while it does not is looked for from here.
  store.execute(
    `INSERT INTO reconciliations (id, asked_by, asked_at_ms, from_ms, started_at_ms, finished_at_ms) VALUES ('rec_before', 'system', ?1, ?1, ?1, ?1)`,
    [NOW_MS - 3_600_000],
  );
  return { store, past };
}

function creditPromotion(store: SqliteStore, userId: string, name: string): void {
  store.execute(
    `INSERT INTO transfers (id, debit_account_id, credit_account_id, amount, currency, reason, refers_to, created_at_ms)
    VALUES (?1, 'house:promotions', 'user:' || ?2 || ':wallet', 2500, 'USD', 'promotion', ?1, ?3)`,
    [`${name}:${userId}`, userId, BOUGHT_LONG_AGO_MS],
  );
}

/** So that their usual account is known: nothing has to wait for it. */
async function payBalanceOut(past: Shop, userId: string): Promise<void> {
  void askForBalance(past, userId);
  await past.world.run();
  past.world.nowMs += 3 * 86_400_000;
  for (const open of openWithdrawals(past)) void payOut(past, open);
  await past.world.run();
  await heal(past, noFaults);
  if (past.store.rows("SELECT id FROM withdrawals WHERE state = 'paid'").length !== 1)
    throw new Error("the past could not be made: nothing was paid out");
}

/** The same past for every run; what the run adds is its own. */
export function openShop({ store, past }: Template, world: World): Shop {
  const shop = new Shop(world, store);
  for (const [key, bytes] of past.bucket.objects) shop.bucket.objects.set(key, bytes);
  for (const [key, writes] of past.bucket.writes) shop.bucket.writes.set(key, writes);
  for (const name of PROVIDER_NAMES) {
    for (const session of past.providers[name].sessions.values()) {
      const charge = session.charge && { ...session.charge, refunds: [...session.charge.refunds] };
      shop.providers[name].sessions.set(session.id, { ...session, charge });
      if (charge) shop.providers[name].charges.push(charge);
    }
  }
  shop.emails.push(...past.emails);
  sendWebhooks(shop);
  return shop;
}

async function buy(shop: Shop, want: Want): Promise<void> {
  const bought = openPayment(shop, want).then((opened) => opened !== null && pay(shop, opened));
  await shop.world.run();
  if (!(await bought)) throw new Error(`the past could not be made: ${want.userId}`);
  await heal(shop, noFaults);
}

function addPeopleAndCasks(store: SqliteStore): void {
  const operators: string[] = [OPERATOR, SECOND_OPERATOR];
  for (const id of [...ACTIVE, ...NEWCOMERS, ...operators]) {
    // One of them signed up by phone and has no email address.
    const phone = id === "usr_fay" ? "919876543210" : null;
    store.execute(
      "INSERT INTO users (id, email, phone, role, referral_code, created_at_ms) VALUES (?, ?, ?, ?, ?, ?)",
      [id, phone ? null : `${id}@example.com`, phone, operators.includes(id) ? "operator" : "investor", id, 0],
    );
  }
  for (const [referred, referrer] of Object.entries(REFERRED)) {
    store.execute("INSERT INTO referrals (referred_id, referrer_id, reward_cents, created_at_ms) VALUES (?, ?, ?, ?)", [
      referred,
      referrer,
      1_500,
      0,
    ]);
  }
  for (const { id, stakes, priceCents, launches, closes } of Object.values(CASKS)) {
    store.execute(
      `INSERT INTO casks (id, name, kind, cask_type, distillery, distillery_information, warehouse, vintage_year, loa_decilitres,
        cost_per_stake_cents, total_stakes, launches_on, closes_on, created_at_ms, state)
      VALUES (?, ?, 'whisky', 'hogshead', 'Glen Sample', 'Made for the simulation.', 'Bond 1', 2019, 1200, ?, ?, ?, ?, 0, 'draft')`,
      [id, id, priceCents, stakes, launches, closes],
    );
    store.execute("UPDATE casks SET state = 'published' WHERE id = ?", [id]);
  }
  store.execute(
    `INSERT INTO valuations (id, cask_id, valued_on, value_cents, tier, method, source, created_at_ms)
    VALUES ('val_old', ?, ?, ?, 'measured', 'sample', 'sample', 0)`,
    [CASKS.old.id, VALUED.on, VALUED.cents],
  );
  const limits = {
    withdrawal_requests_per_day: LIMITS.requestsPerDay,
    payout_accounts_per_month: LIMITS.accountsPerMonth,
    identity_total_above_cents: LIMITS.identityAboveCents,
  };
  // They are there from the start: no two operators change them.
  const rule = store.rows<{ sql: string }>("SELECT sql FROM sqlite_master WHERE name = 'settings_may_change'")[0];
  store.execute("DROP TRIGGER settings_may_change", []);
  for (const [key, value] of Object.entries(limits))
    store.execute("UPDATE settings SET value = ? WHERE key = ?", [value, key]);
  if (rule) store.execute(rule.sql, []);
}
