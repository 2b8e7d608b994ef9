import { formatDate } from "~/domain/calendar-date";
import { CONFIRMED_DAYS } from "~/domain/confirmed";
import { CYCLE_MONTHS } from "~/domain/cycles";
import { formatUsd } from "~/domain/money";
import type { ProofFigures } from "~/domain/proof-figures";
import { serviceTexts } from "./service-texts";

// The newest figure to each of the six questions, in a sentence. Bad news is told as plainly as good.

const number = new Intl.NumberFormat("en-US");
const count = (many: number, word: string) => `${number.format(many)} ${word}${many === 1 ? "" : "s"}`;

export type ToldFigure = { isBad: boolean; text: string };
const told = (text: string, isBad = false): ToldFigure => ({ text, isBad });

const NO_FIGURE = told("No figure has been published yet.");

/** Where the money of casks that ended came from. */
function sayEnded({ sales, ended }: ProofFigures["exits"]): string {
  if (ended === 0) return "So far, no cask has been sold.";
  const sold = sales === 0 ? "no cask" : count(sales, "cask");
  return `So far, ${sold} sold to others and ${ended === sales ? "none" : number.format(ended - sales)} bought back by us.`;
}

export const figureTexts = {
  exists: ({ casks }: ProofFigures) => {
    if (casks.casks === 0) return told(`${formatDate(casks.day)}: no cask is on offer or held.`);
    return told(
      `${formatDate(casks.day)}: ${count(casks.casks, "cask")} on offer or held. ${number.format(casks.confirmed)} confirmed by the warehouse within ${CONFIRMED_DAYS} days, ${number.format(casks.delivered)} with a delivery order.`,
      casks.confirmed < casks.casks,
    );
  },
  mine: ({ audit }: ProofFigures) =>
    audit
      ? told(
          `${formatDate(audit.date)}: ${count(audit.counts.issued, "stake")} held, ${count(audit.certificates, "certificate")} valid.`,
          audit.counts.issued !== audit.certificates,
        )
      : NO_FIGURE,
  twice: ({ audit }: ProofFigures) => {
    if (!audit) return NO_FIGURE;
    const counted = `${count(audit.counts.total, "stake")} of ${count(audit.counts.casks, "cask")}`;
    if (audit.result === "PASS") return told(`${formatDate(audit.date)}: PASS. ${counted} counted.`);
    return told(
      `${formatDate(audit.date)}: FAIL. ${counted} counted, but not everything agrees: ${audit.reason ?? ""}`,
      true,
    );
  },
  price: ({ casks }: ProofFigures) => {
    const all = count(casks.held, "cask");
    return casks.unvalued === 0
      ? told(`${formatDate(casks.day)}: of ${all} that investors hold, every one has been valued since it was issued.`)
      : told(
          `${formatDate(casks.day)}: of ${all} that investors hold, ${number.format(casks.unvalued)} ${casks.unvalued === 1 ? "has" : "have"} had no value but our own price.`,
          true,
        );
  },
  out: ({ exits, withdrawals }: ProofFigures) => {
    const ended =
      exits.ended === 0
        ? "no cask has ended"
        : `${count(exits.ended, "cask")} ended, ${number.format(exits.lost)} with a loss, ${number.format(exits.late)} after more than ${CYCLE_MONTHS} months`;
    const figures = withdrawals.figures;
    const paid = figures
      ? `Half of the withdrawals were paid within ${serviceTexts.waited(figures.medianMs)}, ${number.format(figures.late)} late.`
      : "Too few withdrawals to measure.";
    return told(`So far, ${ended}. ${paid}`, exits.lost > 0 || (figures?.late ?? 0) > 0);
  },
  pays: ({ audit, exits }: ProofFigures) => {
    if (!audit) return NO_FIGURE;
    const money = `${formatDate(audit.date)}: ${formatUsd(audit.heldCents)} held for investors, ${formatUsd(audit.owedCents)} owed.`;
    return told(`${money} ${sayEnded(exits)}`, audit.heldCents < audit.owedCents);
  },
} as const;
