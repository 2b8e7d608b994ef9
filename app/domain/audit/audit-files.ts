// The files that the daily audit publishes. docs/audit-format.md explains their fields and rules. Programs that do not know this one
// read them and refuse what they do not know: adding a field raises the day's `version`, and no field changes its meaning.

type AuditResult = "PASS" | "FAIL";

/** `void`: sold once, but ended or frozen, so that nobody holds it. */
export type ListedState = "issued" | "free" | "void";

export type ListedStake = { mark: string | null; number: number; state: ListedState };

/** Every stake of one cask, by number from 1 to `total`. The file is named by its hash. */
export type CaskList = { cask_id: string; stakes: ListedStake[]; total: number };

export type AuditedDocument = {
  expires_on: string | null;
  issued_on: string | null;
  issuer: string;
  kind: string;
  sha256: string;
};

export type AuditedValuation = {
  id: string;
  method: string;
  source: string;
  /** The id of the mistaken valuation that this one replaces. That one stays listed. */
  supersedes: string | null;
  tier: string;
  value_cents: number;
  valued_on: string;
};

export type AuditedCask = {
  /** What we paid for it; null: not told. With the mark-up it is the issue price of all its stakes. */
  bought_for_cents: number | null;
  certificates_valid: number;
  documents: AuditedDocument[];
  ended_on: string | null;
  /** Neither sold nor held for a checkout. In a PASS, total = issued + reserved + free + void. */
  free: number;
  id: string;
  issued: number;
  list_sha256: string;
  markup_cents: number | null;
  name: string;
  /** What is wrong, beginning with the field; null in a PASS. */
  reason: string | null;
  reserved: number;
  result: AuditResult;
  total: number;
  valuations: AuditedValuation[];
  void: number;
};

/** In cents. docs/architecture.md lists the accounts of each sum. */
export type AuditedMoney = {
  /** With the payment providers and in the bank. In a PASS, no less than what is owed. */
  held_cents: number;
  /** The sum of the five below it. */
  owed_cents: number;
  /** With what sellers of stakes wait for. */
  wallets_cents: number;
  rewards_pending_cents: number;
  withdrawals_open_cents: number;
  /** Payments that came and are not settled, or are being returned. */
  unsettled_cents: number;
  /** What sold casks brought and is not shared out yet. */
  cask_proceeds_cents: number;
  reason: string | null;
  result: AuditResult;
};

/** A bid for a whole cask that was put to its holders. The count is null until it has closed. */
export type AuditedBid = {
  accepted: number | null;
  bidder_kind: string;
  cask_id: string;
  closes_at: string;
  declined: number | null;
  fees_cents: number;
  gross_cents: number;
  id: string;
  issued: number | null;
  letter_sha256: string;
  list_sha256: string | null;
  net_per_stake_cents: number;
  opened_at: string;
  result: "accepted" | "refused" | "expired" | null;
  rule: { accepted_parts: number; accepted_whole: number; voted_parts: number; voted_whole: number };
  stakes: number;
  withdrawn_at: string | null;
};

/**
 * Every stake issued at the close of a bid, sorted by mark; those without one come last, sorted by choice. Neither times nor numbers,
 * which would show which stakes belong to one person. `choice` is null for a stake that did not vote.
 */
export type BidList = {
  bid_id: string;
  stakes: { choice: "accept" | "decline" | null; mark: string | null }[];
};

/** A stake that one investor sold to another. The fee is that of both sides. */
export type AuditedResale = { cask_id: string; fee_cents: number; price_cents: number; valued_cents: number | null };

/** One day, as it stood at its end (midnight, UTC). */
export type AuditDay = {
  bids: AuditedBid[];
  /** Sorted by id: published, sold and ended ones, no drafts. */
  casks: AuditedCask[];
  /** A Merkle tree of all certificates: each owner is shown their own path to it. */
  certificates: { count: number; root: string };
  date: string;
  hash: string;
  ledger_head: string;
  ledger_rows: number;
  money: AuditedMoney;
  /** The day published before this one; null for the first. */
  previous_date: string | null;
  previous_hash: string | null;
  reason: string | null;
  /** Sold since the audit before and not undone by the day's end, in order of sale. */
  resales: AuditedResale[];
  result: AuditResult;
  /** A Merkle tree of all wallets with the sum of what they hold. */
  owed: { cents: number; root: string; wallets: number };
  /** Ed25519 in base64, over the canonical JSON of the day's head without it. Not covered by the hash. */
  signature: string;
  version: 1;
};

/** What is signed, and the signature. It is part of the files that people keep. */
export type DayHead = Pick<AuditDay, "certificates" | "date" | "hash" | "owed" | "signature">;

/** Something that happened to a certificate. 'resold': its stake has another owner. */
export type CertificateLeaf = { date: string; event: "issued" | "void" | "resold"; mark: string };

/** `/certificates/ID.proof.json`. Hashes are in hex, the leaf's sibling first; `index` is the place of the leaf, from 0. */
export type CertificateProof = {
  version: 1;
  certificate: CertificateLeaf;
  head: DayHead;
  index: number;
  path: string[];
};

/** `/wallet/owed.json`. Hashes and the salt are in hex. */
export type OwedFile = {
  version: 1;
  head: DayHead;
  path: { cents: number; hash: string; side: "left" | "right" }[];
  wallet: { user_id: string; cents: number; salt: string };
};

export const listKey = (sha256: string) => `audit/lists/${sha256}.json`;
export const dayKey = (date: string) => `audit/days/${date}.json`;
export const LATEST_KEY = "audit/latest.json";
/** The public keys that sign days, one per line, the present one first. */
export const KEYS_KEY = "audit/key";
