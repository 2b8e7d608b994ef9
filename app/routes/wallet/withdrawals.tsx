import { cancelWithdrawal, withdrawalStates, withdrawalTo } from "~/content/wallet-texts";
import { Badge, type BadgeTone } from "~/ui/badge";
import { Button } from "~/ui/button";
import { LedgerList } from "./ledger-list";
import type { WithdrawalRow } from "./wallet-view";

const tones: Record<WithdrawalRow["state"], BadgeTone> = {
  progress: "attention",
  paid: "gain",
  rejected: "error",
  cancelled: "error",
};

/** Possible until somebody has decided about it. */
function CancelForm({ id }: { id: string }) {
  return (
    <form method="post" action="/wallet?tab=portfolio" className="-ml-4">
      <input type="hidden" name="intent" value="cancel-withdrawal" />
      <input type="hidden" name="withdrawal" value={id} />
      <Button look="quiet" wide={false}>
        {cancelWithdrawal.button}
      </Button>
    </form>
  );
}

function Details({ row }: { row: WithdrawalRow }) {
  const { bankName, masked } = row.account;
  return (
    <>
      <p className="text-sm wrap-anywhere text-peat-60">{withdrawalTo(bankName, masked)}</p>
      {row.note && <p className="text-sm text-peat-60">{row.note}</p>}
      {row.state === "progress" && <CancelForm id={row.id} />}
    </>
  );
}

export function Withdrawals({ rows }: { rows: WithdrawalRow[] }) {
  return (
    <LedgerList
      entries={rows.map((row) => ({
        id: row.id,
        name: row.name,
        date: row.date,
        amount: { cents: row.amountCents, struck: row.state === "rejected" || row.state === "cancelled" },
        badge: <Details row={row} />,
        aside: <Badge tone={tones[row.state]}>{withdrawalStates[row.state]}</Badge>,
      }))}
    />
  );
}
