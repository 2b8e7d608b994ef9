import type { BidResult, Choice } from "~/domain/bids";

// The files that the daily audit publishes. docs/audit-format.md explains their fields and rules. Programs that do not know this one
// read them and refuse what they do not know: adding a field raises the day's `version`, and no field changes its meaning.

/** `reason`: what is wrong, beginning with the field; null in a PASS. */
type Judged = { reason: string | null; result: "PASS" | "FAIL" };

/** `void`: sold once, but ended or on hold, so that no one holds it. */
export type ListedState = "issued" | "free" | "void";

export type ListedStake = { mark: string | null; number: number; state: ListedState };

export type CaskList = { cask_id: string; stakes: ListedStake[]; total: number };

export type AuditedDocument = Record<"issuer" | "kind" | "sha256", string> &
  Record<"expires_on" | "issued_on", string | null>;

/** A mistaken valuation stays listed beside the one that replaces it. */
export type AuditedValuation = Record<"id" | "method" | "source" | "tier" | "valued_on", string> & {
  value_cents: number;
};

/** `free`: neither sold nor held for a checkout. `bought_for_cents`: what we paid; with the mark-up it is the issue price of all stakes. */
export type AuditedCask = Judged &
  Record<"id" | "list_sha256" | "name", string> &
  Record<"certificates_valid" | "free" | "issued" | "reserved" | "total" | "void", number> &
  Record<"bought_for_cents" | "markup_cents", number | null> & {
    documents: AuditedDocument[];
    ended_on: string | null;
    valuations: AuditedValuation[];
  };

/**
 * The parts of the day's `owed_cents`. Wallets include the proceeds that sellers of stakes wait for.
 * docs/architecture.md lists the accounts.
 */
type OwedParts =
  "wallets_cents" | "rewards_pending_cents" | "withdrawals_open_cents" | "unsettled_cents" | "cask_proceeds_cents";
export type AuditedMoney = Judged & Record<"held_cents" | "owed_cents" | OwedParts, number>;

/** A bid for a whole cask that was put to its holders. The count is null until it has closed. */
export type AuditedBid = Record<
  "bidder_kind" | "cask_id" | "closes_at" | "id" | "letter_sha256" | "opened_at",
  string
> &
  Record<"accepted_parts" | "accepted_whole" | "voted_parts" | "voted_whole", number> &
  Record<"fees_cents" | "gross_cents" | "stakes", number> &
  Record<"accepted" | "declined" | "issued", number | null> &
  Record<"list_sha256" | "withdrawn_at", string | null> & { result: BidResult | null };

/** Neither times nor numbers, which would show which stakes belong to one person. `choice` is null for a stake that did not vote. */
export type BidList = { bid_id: string; stakes: { choice: Choice | null; mark: string | null }[] };

/** A stake that one investor sold to another. The fee is that of both sides. */
export type AuditedResale = { cask_id: string; fee_cents: number; price_cents: number; valued_cents: number | null };

/** The signed fields, and the signature. It is part of the files that people keep. */
export type DayHead = Record<"date" | "hash" | "signature", string> & {
  certificates: { count: number; root: string };
  owed: { cents: number; root: string; wallets: number };
};

/** One day, as it stood at its end (midnight, UTC), after the `previous` one. */
export type AuditDay = Judged &
  DayHead &
  Record<"previous_date" | "previous_hash", string | null> & {
    bids: AuditedBid[];
    casks: AuditedCask[];
    ledger_head: string;
    ledger_rows: number;
    money: AuditedMoney;
    resales: AuditedResale[];
    version: 1;
  };

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
