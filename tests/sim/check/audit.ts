import { createHash } from "node:crypto";
import { auditDay } from "~/areas/proof/audit-day";
import { yesterdayOf } from "~/areas/proof/audit-steps";
import type { AuditDay } from "~/domain/audit/audit-files";
import { calmAuditDeps } from "../audit-deps";
import type { Shop } from "../shop";
import type { SqliteStore } from "../sqlite-d1";

// What an audit must say, counted by going through the rows one by one, and by no code of the product.

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

type Cask = { id: string; name: string; total_stakes: number };
type Stake = {
  id: string;
  cask_id: string;
  number: number;
  state: string;
  resold_at_ms: number | null;
  freed_at_ms: number | null;
};
type Certificate = { stake_id: string; code: string; state: string; sha256: string | null };
type Transfer = Record<string, string | number> & { debit_account_id: string; credit_account_id: string };
type Valued = { id: string; cask_id: string; value_cents: number; created_at_ms: number };

/** @param endMs later valuations are of a later day */
function recountCasks(store: SqliteStore, endMs: number) {
  const stakes = store.rows<Stake>("SELECT * FROM stakes");
  const certificates = store.rows<Certificate>("SELECT rowid, * FROM certificates ORDER BY rowid");
  const held = store.rows<{ cask_id: string; state: string }>("SELECT * FROM reservations");
  const valuations = store.rows<Valued>("SELECT * FROM valuations").filter((one) => one.created_at_ms < endMs);
  const casks = store.rows<Cask>("SELECT * FROM casks");
  casks.sort((one, other) => (one.id < other.id ? -1 : 1));
  return casks.map((cask) => recountCask(cask, { stakes, certificates, held, valuations }));
}

type Rows = {
  stakes: Stake[];
  certificates: Certificate[];
  held: { cask_id: string; state: string }[];
  valuations: Valued[];
};

function recountCask({ id, name, total_stakes: total }: Cask, { stakes, certificates, held, valuations }: Rows) {
  const places: { mark: string | null; number: number; state: string }[] = [];
  for (let number = 1; number <= total; number++) places.push({ mark: null, number, state: "free" });
  let [issued, gone, valid, reserved, values] = [0, 0, 0, 0, 0];
  for (const stake of stakes) {
    if (stake.cask_id !== id || stake.resold_at_ms !== null || stake.freed_at_ms !== null) continue;
    if (stake.state === "active") issued += 1;
    else gone += 1;
    let last: Certificate | null = null;
    for (const certificate of certificates) {
      if (certificate.stake_id !== stake.id) continue;
      if (certificate.state !== "void" && certificate.sha256 !== null) valid += 1;
      if (last === null || last.state === "void") last = certificate;
    }
    const place = places[stake.number - 1];
    if (!place) continue;
    place.state = stake.state === "active" ? "issued" : "void";
    place.mark = last && sha256(`${last.code}\n${stake.number}\n${id}`).slice(0, 12);
  }
  for (const one of held) if (one.cask_id === id && one.state === "held") reserved += 1;
  for (const one of valuations) if (one.cask_id === id) values += one.value_cents;
  const list = JSON.stringify({ cask_id: id, stakes: places, total });
  return {
    figures: { id, name, total, issued, void: gone, reserved, free: total - issued - gone - reserved, valid, values },
    list,
    listHash: sha256(list),
  };
}

/** Every row of the ledger, chained and added up by account. */
function recountLedger(store: SqliteStore) {
  const rows = store.rows<Transfer>("SELECT * FROM transfers");
  rows.sort((one, other) => Number(one["seq"]) - Number(other["seq"]));
  let head = "0".repeat(64);
  const balances = new Map<string, number>();
  const add = (account: string, cents: number) => balances.set(account, (balances.get(account) ?? 0) + cents);
  for (const row of rows) {
    const text = CHAINED.map((field) => `"${field}":${JSON.stringify(row[field])}`).join(",");
    head = sha256(`${head}{${text}}`);
    add(row.credit_account_id, Number(row["amount"]));
    add(row.debit_account_id, -Number(row["amount"]));
  }
  let [wallets, pending] = [0, 0];
  for (const [account, cents] of balances) {
    // What sellers wait for is theirs.
    if (account.endsWith(":wallet") || account === "house:resale") wallets += cents;
    if (account.endsWith(":rewards-pending")) pending += cents;
  }
  return { head, rows: rows.length, wallets, pending };
}

/** In the alphabet's order, as canonical JSON has them. */
const CHAINED = [
  "amount",
  "created_at_ms",
  "credit_account_id",
  "currency",
  "debit_account_id",
  "id",
  "reason",
  "refers_to",
  "seq",
];

type Payment = { state: string; received_cents: number | null };
type Exit = {
  id: string;
  cask_id: string;
  state: string;
  gross_cents: number;
  fees_cents: number;
  net_per_stake_cents: number;
};

/** What is held and what is owed, from what happened and not from the ledger: payments, withdrawals, casks that ended. */
function recountMoney(store: SqliteStore) {
  let [held, unsettled, open, proceeds] = [0, 0, 0, 0];
  for (const { state, received_cents: received } of store.rows<Payment>("SELECT * FROM payments")) {
    if (state === "settled" || state === "refunding") held += received ?? 0;
    if (state === "refunding") unsettled += received ?? 0;
  }
  for (const { state, amount_cents: cents } of store.rows<{ state: string; amount_cents: number }>(
    "SELECT * FROM withdrawals",
  )) {
    if (state === "paid") held -= cents;
    if (state === "progress" || state === "sending") open += cents;
  }
  const stakes = store.rows<Stake & { exit_id: string | null }>("SELECT * FROM stakes");
  for (const exit of store.rows<Exit>("SELECT * FROM cask_exits")) {
    if (exit.state !== "confirmed" && exit.state !== "done") continue;
    const net = exit.gross_cents - exit.fees_cents;
    held += net;
    let [credited, standing] = [0, 0];
    for (const stake of stakes) {
      if (stake.exit_id === exit.id) credited += 1;
      if (stake.cask_id === exit.cask_id && stake.state !== "ended") standing += 1;
    }
    proceeds +=
      exit.state === "confirmed" ? net - exit.net_per_stake_cents * credited : exit.net_per_stake_cents * standing;
  }
  return { held, unsettled, open, proceeds };
}

type Offer = {
  id: string;
  cask_id: string;
  price_cents: number;
  fee_cents: number;
  valued_cents: number | null;
  sold_at_ms: number | null;
  undone_at_ms: number | null;
};

/** Stakes sold on since the audit before, and not given back by the end of the day; buyer and seller pay the fee each. */
function recountResales(store: SqliteStore, sinceMs: number, endMs: number) {
  const sold = store.rows<Offer>("SELECT * FROM offers").flatMap((offer) => {
    const { sold_at_ms: soldAtMs, undone_at_ms: undoneAtMs } = offer;
    const isStanding = undoneAtMs === null || undoneAtMs >= endMs;
    return soldAtMs !== null && soldAtMs >= sinceMs && soldAtMs < endMs && isStanding ? [{ ...offer, soldAtMs }] : [];
  });
  sold.sort((one, other) => one.soldAtMs - other.soldAtMs || (one.id < other.id ? -1 : 1));
  return sold.map(({ cask_id, fee_cents, price_cents, valued_cents }) => ({
    cask_id,
    fee_cents: fee_cents + fee_cents,
    price_cents,
    valued_cents,
  }));
}

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
  const date = yesterdayOf(nowMs).date;
  const [before] = store.rows<{ date: string }>("SELECT date FROM audits ORDER BY date DESC LIMIT 1");
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
  const endMs = Math.floor(nowMs / DAY_MS) * DAY_MS;
  compareDay(day, endMs);
  agree(day.resales, recountResales(store, before ? Date.parse(before.date) + DAY_MS : 0, endMs));
  if (day.resales.length > 0) world.count("audit with resales");

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
