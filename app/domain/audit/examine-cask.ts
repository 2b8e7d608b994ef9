import type { AuditedCask, AuditedDocument, AuditedValuation, CaskList, ListedStake, ListedState } from "./audit-files";
import { canonicalJson, registerMark, sha256 } from "./hashes";

// One cask, as it stood at the end of the day, and what is wrong with it now. Rows may have changed since.

export type CaskRow = {
  id: string;
  name: string;
  total_stakes: number;
  /** Holds at the day's end. */
  reserved_then: number;
  bought_for_cents: number | null;
  /** The date of its sale, if that was confirmed by then. */
  ended_on: string | null;
};

export type StakeRow = {
  number: number;
  /** At the day's end; free: it was bought since. */
  state: ListedState;
  /** The certificate that counted then, and whether it was valid. */
  code: string | null;
  valid: 0 | 1;
  /** When its newest certificate was made. */
  renewed_at_ms: number | null;
  /** The first thing that is wrong with it now, with # for its number. */
  wrong: string | null;
};

/** A number that a refund in full has set free by the day's end. */
export type FreedRow = { number: number; freed_at_ms: number };

export type CaskInput = {
  cask: CaskRow;
  stakes: readonly StakeRow[];
  documents: AuditedDocument[];
  valuations: AuditedValuation[];
  freed: readonly FreedRow[];
};

export type ExaminedCask = { entry: AuditedCask; list: CaskList; listJson: string };

export function examineCask({
  cask,
  stakes,
  documents,
  valuations,
}: Omit<CaskInput, "freed">): ExaminedCask & { problems: string[] } {
  const listed = Array.from({ length: cask.total_stakes }, (_, index): ListedStake => ({
    mark: null,
    number: index + 1,
    state: "free",
  }));
  const problems: string[] = [];
  const seen = new Set<number>();
  for (const { number, state, code, wrong } of stakes) {
    if (wrong !== null) problems.push(wrong.replace("#", `${number}`));
    if (seen.has(number)) problems.push(`number: stake ${number} is sold twice`);
    seen.add(number);
    const mark = code === null ? null : registerMark({ certificateCode: code, stakeNumber: number, caskId: cask.id });
    if (!listed[number - 1]) problems.push(`number: there is no stake ${number}`);
    else listed[number - 1] = { mark, number, state };
  }
  const list: CaskList = { cask_id: cask.id, stakes: listed, total: cask.total_stakes };
  const listJson = canonicalJson(list);
  const count = (state: ListedState) => listed.filter((stake) => stake.state === state).length;
  const free = count("free") - cask.reserved_then;
  if (free < 0) problems.push("free: more is reserved than there is");
  return {
    list,
    listJson,
    problems,
    entry: {
      ...pricesOf(cask, valuations),
      id: cask.id,
      name: cask.name,
      ended_on: cask.ended_on,
      list_sha256: sha256(listJson),
      total: cask.total_stakes,
      issued: count("issued"),
      reserved: cask.reserved_then,
      free,
      void: count("void"),
      certificates_valid: stakes.filter(({ valid }) => valid === 1).length,
      documents,
      valuations,
      reason: null,
      result: "PASS",
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

// Published facts stay: no number is free again but by a refund in full, marks change only with a new certificate,
// valuations and documents are only added to.

/** What an earlier audit found right. */
type CaskBefore = { entry: Pick<AuditedCask, "documents" | "valuations">; list: CaskList | null; endMs: number };

/** Changes since then that must not happen. */
export function compareCask(
  { entry, list }: ExaminedCask,
  { entry: facts, list: before, endMs }: CaskBefore,
  { stakes, freed }: Pick<CaskInput, "stakes" | "freed">,
): string[] {
  const isFreed = (one: number) => freed.some(({ number, freed_at_ms }) => number === one && freed_at_ms >= endMs);
  const isRenewed = (one: number) =>
    stakes.some(({ number, renewed_at_ms }) => number === one && (renewed_at_ms ?? 0) >= endMs);
  const known = new Set([...entry.valuations, ...entry.documents].map(canonicalJson));
  const isGone = (one: AuditedValuation | AuditedDocument) => !known.has(canonicalJson(one));
  const changed = (before?.stakes ?? []).flatMap(({ number, mark, state }, index) => {
    const now = list.stakes[index];
    if (state === "free" || !now) return [];
    if (now.state === "free") return isFreed(number) ? [] : [`stakes: stake ${number} was sold and is gone`];
    if (now.mark === mark || mark === null || isRenewed(number)) return [];
    return [`mark: stake ${number} has another one without a new certificate`];
  });
  return [
    ...(before && before.total !== list.total ? [`total: it was ${before.total}`] : changed),
    ...facts.valuations.filter(isGone).map(({ id }) => `valuations: ${id} is not what it was`),
    ...facts.documents.filter(isGone).map((one) => `documents: ${one.sha256} is not what it was`),
  ];
}
