import { Badge } from "~/ui/badge";
import { ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { Panel } from "~/ui/panel";
import { LedgerList } from "./ledger-list";
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
  if (certificate.state === "void") return <span className="text-peat-60">Certificate void</span>;
  if (certificate.state === "pending") return <span className="text-peat-60">in 48 hrs</span>;
  return (
    <a
      href={certificate.href}
      className="-my-1 inline-flex min-h-11 min-w-11 items-center justify-end font-semibold text-copper underline underline-offset-4"
    >
      PDF<span className="sr-only"> certificate of {row.name}</span>
    </a>
  );
}

export function BillingHistory({ rows, olderBefore }: { rows: BillingRow[]; olderBefore: string | null }) {
  if (rows.length === 0) {
    return (
      <EmptyState
        title="No stakes yet"
        action={
          <ButtonLink href="/invest" look="secondary" wide={false}>
            See the casks
          </ButtonLink>
        }
      >
        What you buy is listed here, with its certificate.
      </EmptyState>
    );
  }
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
          aside: <Certificate row={row} />,
        }))}
      />
      {olderBefore && (
        <ButtonLink href={`/wallet?tab=portfolio&before=${encodeURIComponent(olderBefore)}`} look="quiet">
          Older payments
        </ButtonLink>
      )}
    </Panel>
  );
}
