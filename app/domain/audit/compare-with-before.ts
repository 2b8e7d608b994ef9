import type { AuditedCask, CaskList } from "./audit-files";
import { canonicalJson } from "./canonical-json";

// What has once been published stays: no number is free again but by a refund, marks change only with a new certificate, valuations and
// documents are only added to.

export type Facts = Pick<AuditedCask, "documents" | "valuations">;

/** Numbers of stakes to which something has happened since: a new certificate; a refund in full, which sets the number free. */
export type SinceThen = { renewed: ReadonlySet<number>; freed: ReadonlySet<number> };

export function compareLists(before: CaskList, now: CaskList, { renewed, freed }: SinceThen): string[] {
  if (before.total !== now.total) return [`total: it was ${before.total}`];
  return before.stakes.flatMap(({ number, mark, state }, index) => {
    const stake = now.stakes[index];
    if (state === "free" || !stake) return [];
    if (stake.state === "free") return freed.has(number) ? [] : [`stakes: stake ${number} was sold and is gone`];
    if (stake.mark === mark || mark === null || renewed.has(number)) return [];
    return [`mark: stake ${number} has another one without a new certificate`];
  });
}

export function compareFacts(before: Facts, now: Facts): string[] {
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
