import { bankAnswerTexts as texts } from "~/content/console-payout-texts";
import { type BankAnswer, listBankAnswers } from "~/areas/payouts/bank-answers/read-bank-answer";
import { readAfterNumber } from "~/core/lists/keyset-page";
import { Badge } from "~/ui/badge";
import { Instant } from "~/ui/console/instant";
import { RowLink } from "~/ui/console/row-link";
import { defineList } from "./define-list";

const HREF = "/operator/bank-answers";

/** Latest first. */
export const bankAnswers = defineList({
  section: "withdrawals",
  href: HREF,
  title: texts.title,
  none: texts.none,
  position: readAfterNumber,
  query: (db, { after }) => listBankAnswers(db, after),
  columns: () => [
    {
      label: texts.columns.answer,
      cell: (one: BankAnswer) => <RowLink href={`${HREF}/${one.id}`}>{texts.one(one.number)}</RowLink>,
    },
    { label: texts.columns.handedIn, cell: (one) => <Instant atMs={one.handedInAtMs} /> },
    { label: texts.columns.lines, right: true, cell: (one) => String(one.lines) },
    { label: texts.columns.open, right: true, cell: (one) => String(one.open) },
    {
      label: texts.columns.state,
      isState: true,
      cell: (one) =>
        one.markedAtMs === null && one.payable > 0 ? (
          <Badge tone="attention">{texts.waits(one.payable)}</Badge>
        ) : (
          <Badge tone="gain">{texts.done}</Badge>
        ),
    },
  ],
});
