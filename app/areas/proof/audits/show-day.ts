import { auditTexts } from "~/content/audit-texts";
import type { AuditDay } from "~/domain/audit/audit-files";
import { CASKS_A_PAGE, pageOf } from "~/domain/audit/audit-pages";

/** One page of a day: the casks that stand on it. */
export function showDay(day: AuditDay, request: Request, hasStamp: boolean) {
  const { shown, page, pages } = pageOf(day.casks, CASKS_A_PAGE, new URL(request.url).searchParams.get("page"));
  return { ...day, casks: shown, caskCount: day.casks.length, failing: failingOf(day), page, pages, hasStamp };
}

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
