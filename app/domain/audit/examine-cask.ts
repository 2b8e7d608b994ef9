import type {
  AuditedCask,
  AuditedDocument,
  AuditedValuation,
  CaskList,
  ListedStake,
  ListedState,
  Sha256,
} from "./audit-files";
import { canonicalJson, registerMark } from "./hashes";

// One cask, as it stood at the end of the day, and what is wrong with it now.

export type CaskRow = {
  id: string;
  name: string;
  total_stakes: number;
  /** The counters, and the rows that they count, both as they are now. */
  sold_stakes: number;
  reserved_stakes: number;
  stake_rows: number;
  held_rows: number;
  /** Holds that stood at the day's end. */
  reserved_then: number;
  /** The date of its sale, if that was confirmed by then. */
  ended_on: string | null;
};

export type CaskInput = {
  cask: CaskRow;
  stakes: readonly StakeRow[];
  certificates: readonly CertificateRow[];
  /** After the day's end, oldest first. */
  changes: readonly ChangeRow[];
  documents: AuditedDocument[];
  valuations: AuditedValuation[];
  endMs: number;
};

/** What an earlier audit found right: its list as far as it is another than today's, and its facts. */
export type CaskBefore = { list: CaskList | null; endMs: number; facts: Facts | null };

export type ExaminedCask = { entry: AuditedCask; list: CaskList; listJson: string };

export function examineCask(input: CaskInput, sha256: Sha256): ExaminedCask & { problems: string[] } {
  const { cask, documents, valuations } = input;
  const { listed, problems, valid } = listStakes(input, sha256);
  const list: CaskList = { cask_id: cask.id, stakes: listed, total: cask.total_stakes };
  const listJson = canonicalJson(list);
  const count = (state: ListedStake["state"]) => listed.filter((stake) => stake.state === state).length;
  const free = count("free") - cask.reserved_then;
  const found = [...wrongCounts(cask), ...(free < 0 ? [`free: more is reserved than there is`] : []), ...problems];
  return {
    list,
    listJson,
    problems: found,
    entry: {
      certificates_valid: valid,
      documents,
      ended_on: cask.ended_on,
      free,
      id: cask.id,
      issued: count("issued"),
      list_sha256: sha256(listJson),
      name: cask.name,
      reason: null,
      reserved: cask.reserved_then,
      result: "PASS",
      total: cask.total_stakes,
      valuations,
      void: count("void"),
    },
  };
}

/** What has happened to a cask's numbers at any time. */
export type CaskHistory = { certificates: readonly CertificateRow[]; freed: readonly FreedRow[] };

/** What has changed that must not change, since an audit found it right. */
export function compareCask({ entry, list }: ExaminedCask, before: CaskBefore, { certificates, freed }: CaskHistory) {
  const since = <T extends { number: number }>(rows: readonly T[], atMs: (row: T) => number) =>
    new Set(rows.filter((row) => atMs(row) >= before.endMs).map(({ number }) => number));
  const sinceThen = {
    renewed: since(certificates, (one) => one.created_at_ms),
    freed: since(freed, (one) => one.freed_at_ms),
  };
  return [
    ...(before.list ? compareLists(before.list, list, sinceThen) : []),
    ...(before.facts ? compareFacts(before.facts, entry) : []),
  ];
}

/** The entry with its verdict. Of many problems the first few are told. */
export function judgeCask(entry: AuditedCask, problems: readonly string[]): AuditedCask {
  if (problems.length === 0) return entry;
  const more = problems.length > TOLD ? [`${problems.length - TOLD} more`] : [];
  return { ...entry, reason: [...problems.slice(0, TOLD), ...more].join("; "), result: "FAIL" };
}

const TOLD = 3;

/** The counters are of now: only how far they are off is told, because today's counts are not public. */
function wrongCounts(cask: CaskRow): string[] {
  const off = (field: string, rows: number, counter: number, what: string) =>
    rows === counter ? [] : [`${field}: the counter differs from the ${what} by ${Math.abs(rows - counter)}`];
  return [
    ...off("issued", cask.stake_rows, cask.sold_stakes, "stakes"),
    ...off("reserved", cask.held_rows, cask.reserved_stakes, "reservations"),
    ...(cask.stake_rows + cask.held_rows > cask.total_stakes ? ["total: more is sold and reserved than there is"] : []),
  ];
}

function listStakes({ cask, stakes, certificates, changes, endMs }: CaskInput, sha256: Sha256) {
  const byNumber = new Map<number, CertificateRow[]>();
  for (const one of certificates) byNumber.set(one.number, [...(byNumber.get(one.number) ?? []), one]);
  const firstChange = new Map(changes.toReversed().map((change) => [change.number, change]));
  const listed: ListedStake[] = Array.from({ length: cask.total_stakes }, (_, index) => ({
    mark: null,
    number: index + 1,
    state: "free",
  }));
  const problems: string[] = [];
  let valid = 0;
  const seen = new Set<number>();
  for (const stake of stakes) {
    const { number } = stake;
    const own = byNumber.get(number) ?? [];
    if (stake.wrong !== null) problems.push(`${stake.wrong}: stake ${number} ${WRONG[stake.wrong] ?? "is not right"}`);
    if (seen.has(number)) problems.push(`number: stake ${number} is sold twice`);
    seen.add(number);
    problems.push(...wrongCertificates(stake, own));
    const place = listed[number - 1];
    if (!place) {
      problems.push(`number: there is no stake ${number}`);
      continue;
    }
    place.state = stateAt(stake, firstChange.get(number), endMs);
    if (place.state === "free") continue;
    const certificate = certificateAt(own, endMs);
    if (wasValid(certificate, endMs)) valid += 1;
    if (certificate)
      place.mark = registerMark({ certificateCode: certificate.code, stakeNumber: number, caskId: cask.id }, sha256);
  }
  return { listed, problems, valid };
}

/** By the field that `auditedStakes` names. */
const WRONG: Record<string, string> = {
  payment: "has no payment for this cask",
  owner: "is not held by whoever paid for it",
  price: "has another price than was paid and booked",
  state: "is in another state than its payment",
};

function wrongCertificates({ number, state }: StakeRow, certificates: readonly CertificateRow[]): string[] {
  const standing = certificates.filter((one) => one.state !== "void").length;
  if (standing > 1) return [`certificate: stake ${number} has ${standing}`];
  if (state === "active" && standing === 0 && !certificates.some(({ withheld }) => withheld === 1))
    return [`certificate: stake ${number} has none`];
  return state === "frozen" && standing > 0 ? [`certificate: stake ${number} is frozen and has one`] : [];
}

// What has once been published stays: no number is free again but by a refund, marks change only with a new certificate, valuations and
// documents are only added to.

export type Facts = Pick<AuditedCask, "documents" | "valuations">;

/** Numbers of stakes to which something has happened since: a new certificate; a refund in full, which sets the number free. */
export type SinceThen = { renewed: ReadonlySet<number>; freed: ReadonlySet<number> };

function compareLists(before: CaskList, now: CaskList, { renewed, freed }: SinceThen): string[] {
  if (before.total !== now.total) return [`total: it was ${before.total}`];
  return before.stakes.flatMap(({ number, mark, state }, index) => {
    const stake = now.stakes[index];
    if (state === "free" || !stake) return [];
    if (stake.state === "free") return freed.has(number) ? [] : [`stakes: stake ${number} was sold and is gone`];
    if (stake.mark === mark || mark === null || renewed.has(number)) return [];
    return [`mark: stake ${number} has another one without a new certificate`];
  });
}

function compareFacts(before: Facts, now: Facts): string[] {
  const valuations = new Map(now.valuations.map((one) => [one.id, canonicalJson(one)]));
  const documents = new Set(now.documents.map((one) => canonicalJson(one)));
  return [
    ...before.valuations
      .filter((one) => valuations.get(one.id) !== canonicalJson(one))
      .map(({ id }) => `valuations: ${id} is not what it was`),
    ...before.documents
      .filter((one) => !documents.has(canonicalJson(one)))
      .map(({ sha256 }) => `documents: ${sha256} is not what it was`),
  ];
}

// How a stake stood at the end of a day, from rows that may have changed since.

export type StakeRow = {
  cask_id: string;
  number: number;
  state: string;
  purchased_at_ms: number;
  /** The first thing about it that disagrees with its payment or the ledger: see `auditedStakes`; null: nothing. */
  wrong: string | null;
};

export type CertificateRow = {
  cask_id: string;
  number: number;
  code: string;
  state: string;
  created_at_ms: number;
  issued_at_ms: number | null;
  voided_at_ms: number | null;
  withheld: number;
};

/** A number that a refund in full has set free by the day's end. */
export type FreedRow = { cask_id: string; number: number; freed_at_ms: number };

/** A change of a stake's state after the day's end. */
export type ChangeRow = { cask_id: string; number: number; was: string };

/** @param firstChange the first change after the day's end, if there was one */
function stateAt(stake: StakeRow, firstChange: ChangeRow | undefined, endMs: number): ListedState {
  if (stake.purchased_at_ms >= endMs) return "free";
  return (firstChange?.was ?? stake.state) === "active" ? "issued" : "void";
}

/** The certificate that counted then: the one that was not void, or else the latest of those that were. */
function certificateAt(certificates: readonly CertificateRow[], endMs: number): CertificateRow | null {
  const made = certificates.filter(({ created_at_ms: madeMs }) => madeMs < endMs);
  const latest = made.reduce<CertificateRow | null>(
    (found, one) => (found && found.created_at_ms > one.created_at_ms ? found : one),
    null,
  );
  return made.find((one) => !wasVoid(one, endMs)) ?? latest;
}

const wasValid = (certificate: CertificateRow | null, endMs: number): boolean =>
  certificate !== null &&
  certificate.issued_at_ms !== null &&
  certificate.issued_at_ms < endMs &&
  !wasVoid(certificate, endMs);

const wasVoid = ({ state, voided_at_ms: voidedMs }: CertificateRow, endMs: number) =>
  voidedMs === null ? state === "void" : voidedMs < endMs;
