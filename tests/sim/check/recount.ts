import { createHash } from "node:crypto";
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
type Certificate = {
  stake_id: string;
  code: string;
  state: string;
  sha256: string | null;
};
type Transfer = Record<string, string | number> & { debit_account_id: string; credit_account_id: string };
type Valued = { id: string; cask_id: string; value_cents: number; created_at_ms: number };

/** @param endMs later valuations are of a later day */
export function recountCasks(store: SqliteStore, endMs: number) {
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
export function recountLedger(store: SqliteStore) {
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

type Payment = { state: string; received_cents: number | null; kept_cents?: number };
type Exit = {
  id: string;
  cask_id: string;
  state: string;
  gross_cents: number;
  fees_cents: number;
  net_per_stake_cents: number;
};

/** What is held and what is owed, from what happened and not from the ledger: payments, withdrawals, casks that ended. */
export function recountMoney(store: SqliteStore) {
  let [held, unsettled, open, proceeds] = [0, 0, 0, 0];
  for (const { state, received_cents: received, kept_cents: kept = 0 } of [
    ...store.rows<Payment>("SELECT * FROM payments"),
    ...store.rows<Payment>("SELECT * FROM stray_receipts"),
  ]) {
    if (state === "settled" || state === "refunding") held += received ?? 0;
    if (state === "refunding") unsettled += (received ?? 0) - kept;
    if (state === "refunded") held += kept;
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
