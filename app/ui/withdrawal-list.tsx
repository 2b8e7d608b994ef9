import { withdrawalStates, withdrawalTo } from "~/content/wallet-texts";
import { Badge, type BadgeTone } from "./badge";
import { Button } from "./button";
import { LedgerList } from "./ledger-list";
import { TextLink } from "./text-link";

export type WithdrawalListRow = {
  id: string;
  name: string;
  amountCents: number;
  date: string;
  state: "progress" | "sending" | "paid" | "rejected" | "cancelled" | "returned";
  account: { bankName: string; masked: string };
  note: string | null;
  asksSupport: boolean;
};

const tones: Record<WithdrawalListRow["state"], BadgeTone> = {
  progress: "attention",
  sending: "attention",
  paid: "gain",
  rejected: "error",
  cancelled: "error",
  returned: "error",
};

function CancelForm({ id, here }: { id: string; here: string }) {
  return (
    <form method="post" action={here} className="-ml-4">
      <input type="hidden" name="intent" value="cancel-withdrawal" />
      <input type="hidden" name="withdrawal" value={id} />
      <Button look="quiet" wide={false}>
        Cancel withdrawal
      </Button>
    </form>
  );
}

function Details({ row, here }: { row: WithdrawalListRow; here: string }) {
  const { bankName, masked } = row.account;
  return (
    <>
      <p className="text-sm wrap-anywhere text-peat-60">{withdrawalTo(bankName, masked)}</p>
      {row.note && <p className="text-sm text-peat-60">{row.note}</p>}
      {row.asksSupport && <TextLink href="/customer-support">Ask support</TextLink>}
      {row.state === "progress" && <CancelForm id={row.id} here={here} />}
    </>
  );
}

export function WithdrawalList({ rows, here }: { rows: WithdrawalListRow[]; here: string }) {
  return (
    <LedgerList
      entries={rows.map((row) => ({
        id: row.id,
        name: row.name,
        date: row.date,
        amount: {
          cents: row.amountCents,
          struck: row.state === "rejected" || row.state === "cancelled" || row.state === "returned",
        },
        badge: <Details row={row} here={here} />,
        aside: <Badge tone={tones[row.state]}>{withdrawalStates[row.state]}</Badge>,
      }))}
    />
  );
}
