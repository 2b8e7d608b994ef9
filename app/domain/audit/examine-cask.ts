import type { AuditedCask, AuditedDocument, AuditedValuation, CaskList, ListedStake, ListedState } from "./audit-files";
import { canonicalJson, registerMark, sha256 } from "./hashes";

// One cask, as it stood at the end of the day, and what is wrong with it now. Rows may have changed since.

export type CaskRow = {
  id: string;
  name: string;
  total_stakes: number;
  /** The counters, and the rows that they count, as they are now. */
  sold_stakes: number;
  reserved_stakes: number;
  stake_rows: number;
  held_rows: number;
  /** Holds at the day's end. */
  reserved_then: number;
  bought_for_cents: number | null;
  /** The date of its sale, if that was confirmed by then. */
  ended_on: string | null;
};

export type StakeRow = {
  cask_id: string;
  number: number;
  state: string;
  purchased_at_ms: number;
  /** The first thing about it that disagrees with its payment or the ledger: a key of WRONG. */
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

export type ChangeRow = { cask_id: string; number: number; was: string };

export type CaskInput = {
  cask: CaskRow;
  stakes: readonly StakeRow[];
  certificates: readonly CertificateRow[];
  /** Oldest first. */
  changes: readonly ChangeRow[];
  documents: AuditedDocument[];
  valuations: AuditedValuation[];
  endMs: number;
};

export type ExaminedCask = { entry: AuditedCask; list: CaskList; listJson: string };

export function examineCask(input: CaskInput): ExaminedCask & { problems: string[] } {
  const { cask, documents, valuations } = input;
  const { listed, problems, valid } = listStakes(input);
  const list: CaskList = { cask_id: cask.id, stakes: listed, total: cask.total_stakes };
  const listJson = canonicalJson(list);
  const count = (state: ListedState) => listed.filter((stake) => stake.state === state).length;
  const free = count("free") - cask.reserved_then;
  return {
    ...{ list, listJson },
    problems: [...wrongCounts(cask), ...(free < 0 ? ["free: more is reserved than there is"] : []), ...problems],
    entry: {
      ...pricesOf(cask, valuations),
      ...{ id: cask.id, name: cask.name, ended_on: cask.ended_on, list_sha256: sha256(listJson) },
      ...{ total: cask.total_stakes, issued: count("issued"), reserved: cask.reserved_then, free, void: count("void") },
      ...{ certificates_valid: valid, documents, valuations, reason: null, result: "PASS" },
    },
  };
}

function pricesOf({ bought_for_cents, total_stakes }: CaskRow, valuations: readonly AuditedValuation[]) {
  const issue = valuations.find(({ tier }) => tier === "issue");
  if (bought_for_cents === null || !issue) return { bought_for_cents: null, markup_cents: null };
  return { bought_for_cents, markup_cents: issue.value_cents * total_stakes - bought_for_cents };
}

/** The entry with its verdict. Of many problems the first few are told. */
export function judgeCask(entry: AuditedCask, problems: readonly string[]): AuditedCask {
  if (problems.length === 0) return entry;
  const more = problems.length > TOLD ? [`${problems.length - TOLD} more`] : [];
  return { ...entry, reason: [...problems.slice(0, TOLD), ...more].join("; "), result: "FAIL" };
}

const TOLD = 3;

/** Today's counts are not public, so only the difference is told. */
function wrongCounts(cask: CaskRow): string[] {
  const off = (field: string, rows: number, counter: number, what: string) =>
    rows === counter ? [] : [`${field}: the counter differs from the ${what} by ${Math.abs(rows - counter)}`];
  return [
    ...off("issued", cask.stake_rows, cask.sold_stakes, "stakes"),
    ...off("reserved", cask.held_rows, cask.reserved_stakes, "reservations"),
    ...(cask.stake_rows + cask.held_rows > cask.total_stakes ? ["total: more is sold and reserved than there is"] : []),
  ];
}

function listStakes({ cask, stakes, certificates, changes, endMs }: CaskInput) {
  const byNumber = new Map<number, CertificateRow[]>();
  for (const one of certificates) byNumber.set(one.number, [...(byNumber.get(one.number) ?? []), one]);
  const firstChange = new Map(changes.toReversed().map((change) => [change.number, change]));
  const listed = Array.from({ length: cask.total_stakes }, (_, index): ListedStake => ({
    ...{ mark: null, number: index + 1, state: "free" },
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
    if (!place) problems.push(`number: there is no stake ${number}`);
    if (!place || stake.purchased_at_ms >= endMs) continue;
    place.state = (firstChange.get(number)?.was ?? stake.state) === "active" ? "issued" : "void";
    const certificate = certificateAt(own, endMs);
    if (!certificate) continue;
    const { code, issued_at_ms: issuedMs } = certificate;
    if (issuedMs !== null && issuedMs < endMs && !wasVoid(certificate, endMs)) valid += 1;
    place.mark = registerMark({ certificateCode: code, stakeNumber: number, caskId: cask.id });
  }
  return { listed, problems, valid };
}

const WRONG: Record<string, string> = {
  payment: "has no payment for this cask",
  owner: "is not held by the user who paid for it",
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

/** The certificate that counted then: the one that was not void, or else the latest of those that were. */
function certificateAt(certificates: readonly CertificateRow[], endMs: number): CertificateRow | null {
  const made = certificates.filter(({ created_at_ms: madeMs }) => madeMs < endMs);
  const latest = made.reduce<CertificateRow | null>(
    (found, one) => (found && found.created_at_ms > one.created_at_ms ? found : one),
    null,
  );
  return made.find((one) => !wasVoid(one, endMs)) ?? latest;
}

const wasVoid = ({ state, voided_at_ms: voidedMs }: CertificateRow, endMs: number) =>
  voidedMs === null ? state === "void" : voidedMs < endMs;

// What has been published stays: no number is free again but by a refund in full, marks change only with a new certificate, valuations and
// documents are only added to.

export type Facts = Pick<AuditedCask, "documents" | "valuations">;

/** What an earlier audit found right: its list as far as it differs from today's, and its facts. */
export type CaskBefore = { list: CaskList | null; endMs: number; facts: Facts | null };

/** What has changed that must not change since then. */
export function compareCask(
  { entry, list }: ExaminedCask,
  before: CaskBefore,
  { certificates, freed }: { certificates: readonly CertificateRow[]; freed: readonly FreedRow[] },
) {
  const since = <T extends { number: number }>(rows: readonly T[], atMs: (row: T) => number) =>
    new Set(rows.filter((row) => atMs(row) >= before.endMs).map(({ number }) => number));
  const renewed = since(certificates, (one) => one.created_at_ms);
  const free = since(freed, (one) => one.freed_at_ms);
  return [
    ...(before.list ? compareLists(before.list, list, renewed, free) : []),
    ...(before.facts ? compareFacts(before.facts, entry) : []),
  ];
}

function compareLists(before: CaskList, now: CaskList, renewed: Set<number>, freed: Set<number>): string[] {
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
  const known = new Set([...now.valuations, ...now.documents].map(canonicalJson));
  const isGone = (one: AuditedValuation | AuditedDocument) => !known.has(canonicalJson(one));
  return [
    ...before.valuations.filter(isGone).map(({ id }) => `valuations: ${id} is not what it was`),
    ...before.documents.filter(isGone).map(({ sha256 }) => `documents: ${sha256} is not what it was`),
  ];
}
