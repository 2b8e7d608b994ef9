import { auditTexts } from "~/content/audit-texts";
import type { AuditDay, AuditedCask, CountedCasks } from "~/domain/audit/audit-files";
import { CASKS_A_PAGE, pageOf } from "~/domain/audit/audit-pages";
import { drawRack, type RackCask } from "~/domain/pictures/rack";

/** One page of a day: the casks that stand on it, drawn and listed, and what all of them add up to. */
export function showDay(day: AuditDay, request: Request) {
  const { shown, page, pages } = pageOf(day.casks, CASKS_A_PAGE, new URL(request.url).searchParams.get("page"));
  return {
    ...{ ...day, casks: shown, failing: failingOf(day), page, pages },
    counts: countCasks(day),
    rack: drawRack(shown.map(rackCask)),
    /** Number of the first cask on this page. */
    first: (page - 1) * CASKS_A_PAGE + 1,
  };
}

/** Of all casks of a day together. */
export function countCasks({ casks }: Pick<AuditDay, "casks">): CountedCasks {
  const sum = (field: "total" | "issued" | "reserved" | "free" | "void") =>
    casks.reduce((all, cask) => all + cask[field], 0);
  return {
    ...{ casks: casks.length, total: sum("total"), issued: sum("issued") },
    ...{ reserved: sum("reserved"), free: sum("free"), void: sum("void") },
  };
}

/** Negative counts are those of a cask that fails. */
export const rackCask = ({ total, issued, void: ended }: AuditedCask): RackCask => ({
  ...{ total, sold: Math.max(0, issued), void: Math.max(0, ended) },
});

const MOST_LINKED = 10;

/** The first casks that are not right, wherever they stand among the pages. */
const failingOf = ({ casks }: AuditDay) =>
  casks
    .filter(({ result }) => result === "FAIL")
    .slice(0, MOST_LINKED)
    .map(({ id, name }) => ({ id, name }));

/** The casks of a day as a table. */
export const dayRows = (day: AuditDay) => [
  COLUMNS,
  ...day.casks.map((cask) => COLUMNS.map((column) => cellOf(cask[column]))),
];

const COLUMNS = [
  "id",
  "name",
  "total",
  "issued",
  "reserved",
  "free",
  "void",
  "certificates_valid",
  "result",
  "reason",
  "list_sha256",
] as const;

const cellOf = (value: string | number | null) => value ?? "";

export const csvNameOf = ({ date }: AuditDay) => auditTexts.csvName(date);
