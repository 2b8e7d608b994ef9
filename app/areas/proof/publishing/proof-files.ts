import type { CaskTotals } from "~/domain/proof-figures";
import type { BUYER_KINDS, CASK_KINDS, CASK_TYPES, EVIDENCE_KINDS, EXIT_KINDS } from "~/db/schema/names";
import type { Counts } from "~/domain/bids/count-votes";
import type { CalendarDate } from "~/domain/calendar-date";
import type { ToldValue } from "~/areas/casks/value-story";
import type { Waits } from "~/domain/service-clock";
import type { Valuation } from "~/domain/returns";
import type { JudgedValue, ValueRecord } from "~/domain/value-record";
import type { StakeResult } from "~/domain/stake-result";

// The files that the public pages of proof are drawn from. The settlement Worker writes them once a day; a page reads one of them and
// never the database. Nothing in them says anything about a person.

export const PROOF_FILES = {
  casks: "proof/casks.json",
  exits: "proof/exits.json",
  values: "proof/value-record.json",
  service: "proof/service.json",
  counts: "proof/counts.json",
  rounds: "proof/rounds.json",
} as const;

export const evidenceKey = (caskId: string) => `proof/evidence/${caskId}.json`;
/** Where a public document is kept, by the hash of its content. */
export const documentKey = (sha256: string) => `proof/documents/${sha256}.json`;

type Written = {
  version: 1;
  /** The day at whose end things stood like this. */
  day: CalendarDate;
};

export type EvidenceKind = (typeof EVIDENCE_KINDS)[number];

export type ProvedDocument = {
  kind: EvidenceKind;
  issuer: string;
  issuedOn: CalendarDate;
  expiresOn: CalendarDate | null;
  visibility: "public" | "holders";
  sha256: string;
  mediaType: string;
  /** A newer one took its place. */
  replaced: boolean;
};

export type WarehouseKeeper = { keeper: string; address: string; licenceNumber: string | null; contact: string | null };

export type CaskEvidence = Written & {
  cask: {
    id: string;
    name: string;
    kind: (typeof CASK_KINDS)[number];
    caskType: (typeof CASK_TYPES)[number];
    distillery: string;
    warehouse: string;
    caskNumber: string | null;
    filledOn: CalendarDate | null;
    storagePaidUntil: CalendarDate | null;
    endedOn: CalendarDate | null;
  };
  keeper: WarehouseKeeper | null;
  /** The latest first. */
  documents: ProvedDocument[];
  /** The earliest first. */
  gauges: { gaugedOn: CalendarDate; loaDecilitres: number; abvTenths: number; gaugedBy: string }[];
  /** The latest first. */
  valuations: ToldValue[];
};

/** A line of the list of casks. `kinds`: of which it has a document that has not expired. */
export type ProvedCask = { id: string; name: string; endedOn: CalendarDate | null; kinds: EvidenceKind[] };
export type CaskList = Written & { casks: ProvedCask[] };

export type PublicDocument = { fileKey: string; kind: EvidenceKind; issuedOn: CalendarDate; mediaType: string };

export type ProvedExit = {
  caskId: string;
  caskName: string;
  kind: (typeof EXIT_KINDS)[number];
  buyerKind: (typeof BUYER_KINDS)[number];
  soldOn: CalendarDate;
  /** When every holder had been credited; null: not yet. */
  creditedOn: CalendarDate | null;
  grossCents: number;
  feesCents: number;
  stakes: number;
  netPerStakeCents: number;
  /** Returns paid or asked for before on its stakes, and how much of that the sale made good. Absent in files of an earlier day. */
  advancedCents?: number;
  takenOffCents?: number;
  /** Of the holders on the bid it was sold at, in stakes; null: they were not asked. Absent in files of an earlier day. */
  vote?: Counts | null;
  boughtAtCents: number;
  /** The latest valuation before it ended; null: there was none. */
  valuedBefore: { valuedOn: CalendarDate; valueCents: number; tier: Valuation["tier"] } | null;
  /** Every value that was published of it before, corrected later or not; the earliest first. Absent in files of an earlier day. */
  values?: Pick<Valuation, "valuedOn" | "valueCents" | "tier">[];
  /** Of a stake bought first, bought last, and in the middle of all; null: nobody had bought one. */
  held: { longest: StakeResult; middle: StakeResult; shortest: StakeResult } | null;
};
/** Its values beside what a stake brought. */
export const judgedValues = ({ values = [], soldOn, netPerStakeCents }: ProvedExit): JudgedValue[] =>
  values.map((value) => ({ ...value, soldOn, netCents: netPerStakeCents }));

export type ExitList = Written & { joiningFeeCents: number; exits: ProvedExit[] };

/** How right the values of ended casks were. */
export type ValueRecordFile = Written & {
  /** Those that ended, and of how many of them a value can be judged. */
  ended: number;
  judged: number;
  record: ValueRecord[];
};

export type ServiceTimes = Written & {
  from: CalendarDate;
  withdrawals: Waits;
  answers: Waits;
  certificates: Waits;
  /** Returns of cycles that were paid in that time; null: so few that their sum would tell of people. Absent in files of an earlier day. */
  returns?: { count: number; paidCents: number | null };
  /** Bids ever put to holders. Absent in files of an earlier day. */
  bids?: { put: number; accepted: number; declined: number };
};

/** A round of the market, as its own file has it. */
export type ProvedRound = {
  caskId: string;
  caskName: string;
  /** 'YYYY-MM' */
  month: string;
  closedOn: CalendarDate;
  /** Null: nothing cleared. */
  priceCents: number | null;
  stakes: number;
};

export type RoundList = Written & {
  from: CalendarDate;
  /** Ever. `traded`: of these, how many had a price. `stakes`: how many changed hands. */
  held: number;
  traded: number;
  stakes: number;
  /** Since `from`: from a seller's order to the money in the wallet. */
  waits: Waits;
  /** The latest first, no more than a page shows. */
  rounds: ProvedRound[];
};

export type CaskCounts = Written & CaskTotals;

export async function readProof<T extends Written>(bucket: Pick<R2Bucket, "get">, key: string): Promise<T | null> {
  const file = await bucket.get(key);
  return file ? file.json<T>() : null;
}

/** How right the values of ended casks were; null: nothing has been published. One read. */
export async function readValueRecord({ proof }: { proof: Pick<R2Bucket, "get"> }): Promise<ValueRecord[] | null> {
  return (await readProof<ValueRecordFile>(proof, PROOF_FILES.values))?.record ?? null;
}

/** @returns null if `onlyIf` of the options does not hold */
export const writeProof = (
  bucket: Pick<R2Bucket, "put">,
  key: string,
  content: object,
  options: R2PutOptions = {},
): Promise<R2Object | null> =>
  bucket.put(key, JSON.stringify(content), { ...options, httpMetadata: { contentType: "application/json" } });
