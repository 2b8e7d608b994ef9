import { addDays, type CalendarDate, dateOf, formatDate } from "~/domain/calendar-date";
import { formatDollarFigure } from "~/domain/money";
import { resaleFee } from "./fee-texts";
import { resaleShort } from "./ways-out-texts";

// What public pages say as of now.

/** `audit`: the newest published one; null: there is none yet. */
export type PublicFigures = {
  joiningFeeCents: number;
  /** `isOpen`: in some country at least. The rate is that of buyer and seller each. */
  resale: { isOpen: boolean; feeBasisPoints: number };
  audit: {
    date: CalendarDate;
    result: "PASS" | "FAIL";
    casks: number;
    stakes: number;
    documents: number;
  } | null;
};

export type PublicFigureTexts = ReturnType<typeof publicFigureTexts>;

export const publicFigureTexts = ({ joiningFeeCents, resale, audit }: PublicFigures, nowMs: number) => ({
  joiningFee: `$${formatDollarFigure(joiningFeeCents)}`,
  resaleFee: resaleFee.amount(resale.feeBasisPoints),
  resaleNote: resaleFee.note[resale.isOpen ? "open" : "closed"],
  resaleWay: resaleShort[resale.isOpen ? "open" : "closed"],
  ...auditLines(audit, nowMs),
});

/** An audit of the day before yesterday may still be the newest while the next is being made. */
const OLD_AFTER_DAYS = 2;

const count = new Intl.NumberFormat("en-US");
const many = (number: number, one: string) => `${count.format(number)} ${number === 1 ? one : `${one}s`}`;

/** `auditLook` is 'PASS', 'FAIL' or 'none': for how it looks. */
function auditLines(audit: PublicFigures["audit"], nowMs: number) {
  if (!audit) return { audit: "No audit yet", auditCounts: "The first follows the first cask.", auditLook: "none" };
  const { date, result, casks, stakes, documents } = audit;
  const line = `Audit of ${formatDate(date)}: ${result}`;
  if (date < addDays(dateOf(nowMs), -OLD_AFTER_DAYS))
    return { audit: line, auditCounts: "It is old: none has been made since.", auditLook: result };
  return {
    audit: line,
    auditCounts: `${many(casks, "cask")}, ${many(stakes, "stake")} sold, ${many(documents, "document")}`,
    auditLook: result,
  };
}
