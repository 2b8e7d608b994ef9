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
  none: "No bank file has been uploaded yet.",
  position: readAfterNumber,
  query: (db, { after }) => listBankAnswers(db, after),
  columns: () => [
    {
      label: "Report",
      cell: (one: BankAnswer) => <RowLink href={`${HREF}/${one.id}`}>{texts.one(one.number)}</RowLink>,
    },
    { label: texts.columns.handedIn, cell: (one) => <Instant atMs={one.handedInAtMs} /> },
    { label: texts.columns.lines, right: true, cell: (one) => String(one.lines) },
    { label: "In Trouble", right: true, cell: (one) => String(one.open) },
    {
      label: texts.columns.state,
      isState: true,
      cell: (one) =>
        one.markedAtMs === null && one.payable > 0 ? (
          <Badge tone="attention">{`${one.payable} to mark`}</Badge>
        ) : (
          <Badge tone="gain">done</Badge>
        ),
    },
  ],
});
