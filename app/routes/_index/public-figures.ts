import { readPublicFigures } from "~/areas/proof/read-figures";
import { countOf } from "~/domain/audit/audit-pages";
import { addDays, dateOf, formatDate } from "~/domain/calendar-date";
import { formatDollarFigure, formatRate } from "~/domain/money";

type Needs = Parameters<typeof readPublicFigures>[0] & { nowMs: () => number };
export type PublicFigures = Awaited<ReturnType<typeof publicFiguresInWords>>;

export async function publicFiguresInWords(context: Needs) {
  const { joiningFeeCents, resale, audit } = await readPublicFigures(context);
  return {
    joiningFee: `$${formatDollarFigure(joiningFeeCents)}`,
    betweenInvestors: `${formatRate(resale.feeBasisPoints)} each`,
    ...auditLines(audit, context.nowMs()),
  };
}

/** An audit of the day before yesterday may still be the newest while the next is being made. */
const OLD_AFTER_DAYS = 2;

type Audit = Awaited<ReturnType<typeof readPublicFigures>>["audit"];

/** `auditLook` is 'PASS', 'FAIL' or 'none': for how it looks. */
function auditLines(audit: Audit, nowMs: number) {
  if (!audit) return { audit: "No audit yet", auditCounts: "The first follows the first cask.", auditLook: "none" };
  const { date, result, casks, stakes, documents } = audit;
  const isOld = date < addDays(dateOf(nowMs), -OLD_AFTER_DAYS);
  return {
    audit: `Audit of ${formatDate(date)}: ${result}`,
    auditCounts: isOld
      ? "It is old: none has been made since."
      : `${countOf(casks, "cask")}, ${countOf(stakes, "stake")} sold, ${countOf(documents, "document")}`,
    auditLook: result,
  };
}
