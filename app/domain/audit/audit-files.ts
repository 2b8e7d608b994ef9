// The files that the daily audit publishes. docs/audit-format.md says what their fields mean. They are read by programs that do not know this
// one, and refuse what they do not know: adding a field raises the day's `version`, and no field changes its meaning.

/** SHA-256 of a text's UTF-8, as 64 lower-case hex digits. Given from outside, because the platform hashes. */
export type Sha256 = (text: string) => string;

export type AuditResult = "PASS" | "FAIL";

/** `void`: sold once, but ended or frozen, so that nobody holds it. */
export type ListedState = "issued" | "free" | "void";

export type ListedStake = {
  mark: string | null;
  number: number;
  state: ListedState;
};

/** Every stake of one cask, sorted by number from 1 to `total`, without a gap. The file is named by its hash. */
export type CaskList = {
  cask_id: string;
  stakes: ListedStake[];
  total: number;
};

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
  /** The id of the mistaken valuation that this one takes the place of. That one stays listed. */
  supersedes: string | null;
  tier: string;
  value_cents: number;
  valued_on: string;
};

export type AuditedCask = {
  certificates_valid: number;
  documents: AuditedDocument[];
  ended_on: string | null;
  /** Neither sold nor held for a checkout. In a PASS, total = issued + reserved + free + void. */
  free: number;
  id: string;
  issued: number;
  list_sha256: string;
  name: string;
  /** What is wrong, beginning with the field; null in a PASS. */
  reason: string | null;
  reserved: number;
  result: AuditResult;
  total: number;
  valuations: AuditedValuation[];
  void: number;
};

/** In cents. Which accounts each sum is made of stands in docs/architecture.md. */
export type AuditedMoney = {
  /** What lies with the payment providers and in the bank. In a PASS, it is no less than what is owed. */
  held_cents: number;
  /** All that is owed to others: the sum of the five below it. */
  owed_cents: number;
  /** With what buy orders have set aside and sellers wait for. */
  wallets_cents: number;
  rewards_pending_cents: number;
  withdrawals_open_cents: number;
  /** Payments that came and are not settled, or are on their way back. */
  unsettled_cents: number;
  /** What sold casks brought and is not shared out yet. */
  cask_proceeds_cents: number;
  reason: string | null;
  result: AuditResult;
};

/** A bid for a whole cask that was put to its holders. */
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
  /** Of the bidder's letter, which holders can open. */
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
 * Every stake issued at the close of a bid, sorted by mark; those without one come last, sorted by choice, null at the end. Neither times
 * nor numbers, which show the stakes of one person together. The file is named by its hash.
 */
export type BidList = {
  bid_id: string;
  /** `choice` is null for a stake that did not vote. */
  stakes: { choice: "accept" | "decline" | null; mark: string | null }[];
};

/** A stake that one investor sold to another. */
export type AuditedResale = {
  cask_id: string;
  /** For seller and buyer together. */
  fee_cents: number;
  price_cents: number;
  valued_cents: number | null;
};

/** A Merkle tree of all wallets with the sum of what they hold: each owner is shown their own path to it. */
export type AuditedOwed = { cents: number; root: string; wallets: number };

/** A Merkle tree of all certificates: each owner is shown their own path to it. `count`: of leaves. */
export type AuditedCertificates = { count: number; root: string };

/** One day, as it stood at its end (midnight, UTC). */
export type AuditDay = {
  bids: AuditedBid[];
  /** Sorted by id: published, sold and ended ones, no drafts. */
  casks: AuditedCask[];
  certificates: AuditedCertificates;
  date: string;
  hash: string;
  ledger_head: string;
  ledger_rows: number;
  money: AuditedMoney;
  /** Of the day published before this one; null for the first. A day on which no audit was made is left out. */
  previous_date: string | null;
  previous_hash: string | null;
  reason: string | null;
  /** Sold since the audit before and not undone by the day's end, in order of sale. */
  resales: AuditedResale[];
  result: AuditResult;
  owed: AuditedOwed;
  /** Ed25519 in base64, over the canonical JSON of the day's head without it. Not covered by the hash. */
  signature: string;
  version: 1;
};

/** What is signed of a day, and the signature. It stands in the files that people keep. */
export type DayHead = Pick<AuditDay, "certificates" | "date" | "hash" | "owed" | "signature">;

/** Something that happened to a certificate, which is called by its register mark. 'resold': its stake has another owner. */
export type CertificateLeaf = { date: string; event: "issued" | "void" | "resold"; mark: string };

/** The file that a holder keeps: `/certificates/ID.proof.json`. Hashes are in hex, the leaf's sibling first. */
export type CertificateProof = {
  version: 1;
  certificate: CertificateLeaf;
  head: DayHead;
  /** Place of the leaf, from 0. */
  index: number;
  path: string[];
};

/** The file that a person keeps: `/wallet/owed.json`. Hashes and the salt are in hex. */
export type OwedFile = {
  version: 1;
  head: DayHead;
  path: { cents: number; hash: string; side: "left" | "right" }[];
  wallet: { user_id: string; cents: number; salt: string };
};

export const listKey = (sha256: string) => `audit/lists/${sha256}.json`;
export const dayKey = (date: string) => `audit/days/${date}.json`;
export const LATEST_KEY = "audit/latest.json";
/** The public halves of the keys that sign days, one a line, the present one first. */
export const KEYS_KEY = "audit/key";
