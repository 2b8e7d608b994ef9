import { type Booking, type HeldStake, SHOWN_OF_EACH, type UserReview } from "~/areas/console/read-user";
import { userTexts as texts } from "~/content/console-user-texts";
import { inWords } from "~/content/log-words";
import { formatUsd } from "~/domain/money";
import { ConsoleTable, type ConsoleTableProps } from "~/ui/console/console-table";
import { Instant, SubjectLink } from "~/ui/console/cells";
import { Fold } from "~/ui/fold";

/** A link to folded rows opens them. */
function UserList<Row>({ id, open, ...table }: ConsoleTableProps<Row> & { id: string; open?: boolean }) {
  const count = table.rows.length;
  return (
    <Fold title={table.label} open={open} said={count < SHOWN_OF_EACH ? count : `the latest ${count}`}>
      <div id={id}>
        <ConsoleTable {...table} />
      </div>
    </Fold>
  );
}

type Props = Pick<UserReview, "matters" | "stakes" | "bookings">;

export function MoneyLists({ matters, stakes, bookings }: Props) {
  return (
    <>
      <UserList
        id="matters"
        open
        label="Payments, withdrawals and requests"
        rows={matters}
        keyOf={(row) => row.subject}
        columns={[
          { label: "What", cell: (row) => <SubjectLink subject={row.subject} /> },
          { label: "About", cell: (row) => <bdi>{row.about}</bdi> },
          {
            label: "Amount",
            right: "amount",
            cell: (row) => (row.amountCents === null ? texts.none : formatUsd(row.amountCents)),
          },
          { label: "State", isState: true, cell: (row) => inWords(row.state) },
          { label: "When", cell: (row) => <Instant atMs={row.atMs} /> },
        ]}
      />
      <UserList
        id="stakes"
        label="Stakes and certificates"
        rows={stakes}
        keyOf={(row) => row.id}
        columns={[
          { label: "Cask", cell: (row) => <SubjectLink subject={`cask:${row.caskId}`} name={row.caskName} /> },
          { label: "Stake", right: true, cell: (row) => row.number },
          { label: "Price", right: "amount", cell: (row) => formatUsd(row.priceCents) },
          { label: "State", cell: (row) => row.state },
          { label: "Certificate", cell: Certificate },
          { label: "Bought", cell: (row) => <Instant atMs={row.purchasedAtMs} /> },
        ]}
      />
      <Bookings rows={bookings} />
    </>
  );
}

function Bookings({ rows }: { rows: Booking[] }) {
  return (
    <UserList
      id="bookings"
      label="Bookings"
      rows={rows}
      keyOf={(row) => `${row.seq} ${row.account}`}
      columns={[
        { label: "What", cell: (row) => inWords(row.reason) },
        { label: "Account", cell: (row) => texts.accounts[row.account] },
        { label: "Amount", right: "amount", cell: (row) => amountOf(row) },
        { label: "About", cell: (row) => <SubjectLink subject={row.refersTo} /> },
        { label: "When", cell: (row) => <Instant atMs={row.createdAtMs} /> },
      ]}
    />
  );
}

const amountOf = ({ account, amount }: Booking) =>
  account === "tokens" ? amount.toLocaleString("en") : formatUsd(amount);

function Certificate({ certificateId, certificateState }: HeldStake) {
  if (certificateId === null) return texts.none;
  return <SubjectLink subject={`certificate:${certificateId}`} name={certificateState} />;
}
