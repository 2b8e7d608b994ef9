import { addDays, type CalendarDate, dateOf, formatDate } from "~/domain/calendar-date";
import { formatDollarFigure } from "~/domain/money";
import { staveX } from "~/domain/pictures/stave-bar";
import { sampleNoteOf, type SampleReturn } from "./claims";
import { resaleFee } from "./fee-texts";
import { footnoteTexts } from "./site-footer-texts";
import type { Stated } from "./stated-texts";
import { resaleShort } from "./ways-out-texts";

// What a prerendered page says as of now. The file carries a mark, and the Worker writes the text over it.

/** The figures as the database has them. `audit`: the newest published one; null: there is none yet. */
export type LiveFigures = Stated & {
  joiningFeeCents: number;
  /** Of the setting `sample_returns`; '': those of the content. */
  sampleReturns: string;
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

type SampleKey = `sample${0 | 1 | 2}${"Figure" | "Statement" | "Short" | "Bar"}`;

/** Of each return, of their bars, and of the note of their source. */
const sampleMarks = Object.fromEntries(
  [0, 1, 2].flatMap((place) =>
    ["Figure", "Statement", "Short", "Bar"].map((part) => [`sample${place}${part}`, `{live:sample-${place}-${part}}`]),
  ),
) as Record<SampleKey, string>;

function sampleTexts(kept: string): Record<SampleKey | "sampleNote" | "sampleRange", string> {
  const note = sampleNoteOf(kept);
  const samples = note.of.map((claim) => claim as SampleReturn);
  const texts = samples.flatMap((sample, place) => {
    const { figure, statement, inShort } = sample;
    return [
      [`sample${place}Figure`, figure],
      [`sample${place}Statement`, statement],
      [`sample${place}Short`, inShort],
      [`sample${place}Bar`, String(staveX(percentOf(sample)))],
    ];
  });
  const sampleNote = footnoteTexts.source(note, formatDate(note.asOf));
  return { ...(Object.fromEntries(texts) as Record<SampleKey, string>), sampleNote, sampleRange: rangeOf(samples) };
}

const percentOf = ({ figure }: SampleReturn) => Number.parseFloat(figure.replace("\u2212", "-"));

/** 'from 10.94% to 21.4% over 24 to 26 months' */
function rangeOf(samples: readonly SampleReturn[]): string {
  const [least, ...more] = samples.toSorted((a, b) => percentOf(a) - percentOf(b));
  const months = samples.map(({ months: one }) => one).toSorted((a, b) => a - b);
  const [fewest, most] = [months[0], months.at(-1)];
  return `from ${least?.figure} to ${more.at(-1)?.figure} over ${fewest === most ? "" : `${fewest} to `}${most} months`;
}

/** What stands in the files; no visitor ever sees one. */
export const liveMarks = {
  ...sampleMarks,
  sampleNote: "{live:sample-note}",
  sampleRange: "{live:sample-range}",
  joiningFee: "{live:joining-fee}",
  resaleFee: "{live:resale-fee}",
  resaleNote: "{live:resale-note}",
  resaleWay: "{live:resale-way}",
  audit: "{live:audit}",
  auditCounts: "{live:audit-counts}",
  /** 'PASS', 'FAIL' or 'none': for how it looks. */
  auditLook: "{live:audit-look}",
} as const;

export type LiveTexts = Record<keyof typeof liveMarks, string>;

export const liveTexts = (
  { joiningFeeCents, sampleReturns, resale, audit }: LiveFigures,
  nowMs: number,
): LiveTexts => ({
  ...sampleTexts(sampleReturns),
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

function auditLines(audit: LiveFigures["audit"], nowMs: number) {
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
