import { CANCEL_PATH } from "~/content/page-paths";
import { cancelTexts } from "~/content/support-texts";
import { Badge } from "~/ui/badge";
import { ButtonLink } from "~/ui/button";
import { Panel } from "~/ui/panel";
import { LedgerList } from "~/ui/ledger-list";
import type { BillingRow } from "./wallet-view";

const badges = {
  paid: null,
  refunding: <Badge tone="attention">Refund in progress</Badge>,
  refunded: <Badge>Refunded</Badge>,
  frozen: <Badge tone="error">Frozen</Badge>,
} as const;

function Certificate({ row }: { row: BillingRow }) {
  const { certificate } = row;
  if (certificate.state === "none") return null;
  if (certificate.state === "void") return <span className="text-peat-60">Certificate no longer valid</span>;
  if (certificate.state === "pending") return <span className="text-peat-60">in 48 hrs</span>;
  return (
    <FileLink href={certificate.href} what={` certificate of ${row.name}`}>
      PDF
    </FileLink>
  );
}

function FileLink({ href, what, children }: { href: string; what: string; children: string }) {
  return (
    <a
      href={href}
      className="-my-3 inline-flex min-h-11 min-w-11 items-center justify-end font-semibold text-copper underline underline-offset-4"
    >
      {children}
      <span className="sr-only">{what}</span>
    </a>
  );
}

export function BillingHistory({ rows, olderBefore }: { rows: BillingRow[]; olderBefore: string | null }) {
  return (
    <Panel title="Billing history">
      <LedgerList
        entries={rows.map((row) => ({
          id: row.id,
          name: row.name,
          detail: row.detail,
          date: row.date,
          amount: { cents: row.amountCents, struck: row.state === "refunded" },
          badge: badges[row.state],
          aside: (
            <span className="inline-flex flex-wrap items-center justify-end gap-x-3">
              <Certificate row={row} />
              <FileLink href={`/receipts/${row.id}.pdf`} what={` for ${row.name}`}>
                Receipt
              </FileLink>
            </span>
          ),
        }))}
      />
      {olderBefore && (
        <ButtonLink href={`/wallet?tab=portfolio&before=${encodeURIComponent(olderBefore)}`} look="quiet">
          Older payments
        </ButtonLink>
      )}
      <ButtonLink href={CANCEL_PATH} look="quiet">
        {cancelTexts.title}
      </ButtonLink>
    </Panel>
  );
}
