import type { CaskExit, SalePreview } from "~/areas/console/cask-page";
import { exitFieldNames as names, saleTexts as texts } from "~/content/console-cask-texts";
import { formatDate, formatInstant } from "~/domain/calendar-date";
import { formatUsd, plainDollars } from "~/domain/money";
import { Badge, type BadgeTone } from "~/ui/badge";
import { ConsoleTable } from "~/ui/console/console-table";
import { ConsoleForm, Effects } from "~/ui/console/form-parts";
import { PageLinks } from "~/ui/console/page-links";
import { SubjectLink, TextLink } from "~/ui/console/cells";
import { DefinitionRows } from "~/ui/definition-rows";
import type { PartProps } from "./action";

function SaleDecision({ page, href, viewerId, mayChange, exit }: PartProps & { exit: CaskExit }) {
  if (exit.state === "confirmed")
    return (
      <div className="flex flex-col gap-2">
        <p>Holders are being credited, each exactly once. You can leave this page.</p>
        <TextLink href={`${href}?view=sell`}>Look again</TextLink>
      </div>
    );
  if (exit.state !== "proposed" || !mayChange) return null;
  const isMine = exit.proposedBy === viewerId;
  return (
    <div className="flex flex-col gap-5">
      <p>
        {isMine
          ? "You proposed it, so another operator has to confirm it."
          : page.isHolder
            ? texts.isHolder
            : "Another operator proposed it. If you confirm it, these figures are final."}
      </p>
      {!isMine && !page.isHolder && <ConfirmForm exit={exit} held={exit.left} />}
      <ConsoleForm intent="cancel" hidden={{ exit: exit.id }} button="Withdraw the proposal" look="danger" />
    </div>
  );
}

/** If the proposal is another one by then, nothing is confirmed. */
function ConfirmForm({ exit, held }: { exit: CaskExit; held: number }) {
  const amount = formatUsd(exit.netPerStakeCents);
  const seen = {
    exit: exit.id,
    sold_on: exit.soldOn,
    buyer_kind: exit.buyerKind,
    gross: plainDollars(exit.grossCents),
    fees: plainDollars(exit.feesCents),
    net_per_stake: plainDollars(exit.netPerStakeCents),
  };
  return (
    <ConsoleForm intent="confirm" hidden={seen} button={texts.confirm(texts.titles[exit.kind], amount)}>
      <Effects title="What confirming does" effects={texts.confirmEffects(held, amount)} />
    </ConsoleForm>
  );
}

/** Beside the figures on a wide screen, between them and the holders on a phone. */
const aside = "lg:col-start-2 lg:row-span-2 lg:row-start-1";
const FIELDS = ["sold_on", "buyer_kind", "gross", "fees"] as const;

export function SalePart(props: PartProps) {
  const { page, href, fields, mayChange } = props;
  const { exit, sale } = page;
  if (exit && sale)
    return (
      <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-4">
          <h2 className="display text-lg">{texts.titles[exit.kind]}</h2>
          <SaleRows sale={sale} exit={exit} viewerId={props.viewerId} />
        </div>
        <div className={aside}>
          <SaleDecision {...props} exit={exit} />
        </div>
        <SaleHolders sale={sale} base={`${href}?view=sell`} isFirst={!fields.after} />
      </div>
    );
  if (!mayChange && !sale) return null;
  if (page.standing === "draft") return <p className="text-peat-60">A draft has no holders. Publish it first.</p>;
  if (!sale || Object.keys(props.errors).length > 0) return <SaleForm {...props} />;
  return <ProposalForm {...props} sale={sale} />;
}

function SaleForm({ page, typed, errors }: PartProps) {
  // A bid that its holders accepted is sold with its own figures.
  const bid = page.bids?.find(({ state }) => state === "accepted");
  return (
    <ConsoleForm
      className="max-w-100"
      intent="sell"
      title="Sell or buy back the whole cask"
      lead="This takes two operators: one proposes it, another confirms it."
      fields={[
        { name: "sold_on", label: names.sold_on, type: "date", value: page.today },
        { name: "buyer_kind", label: names.buyer_kind, choices: texts.buyers, value: bid?.bidderKind },
        {
          name: "gross",
          label: names.gross,
          figure: true,
          hint: "In dollars, for all its stakes.",
          value: bid && plainDollars(bid.grossCents),
        },
        {
          name: "fees",
          label: names.fees,
          figure: true,
          hint: "The costs of the sale, in dollars.",
          value: bid && plainDollars(bid.feesCents),
        },
      ]}
      typed={typed}
      errors={errors}
      button="Show what each holder gets"
    />
  );
}

function ProposalForm({
  page,
  href,
  fields,
  mayChange,
  sale,
}: PartProps & { sale: NonNullable<PartProps["page"]["sale"]> }) {
  const asked = FIELDS.map((name) => [name, fields[name] ?? ""] as [string, string]);
  const base = `${href}?${new URLSearchParams([["view", "sell"], ...asked]).toString()}`;
  const kind = texts.titles[sale.terms.buyerKind === "provider" ? "buy-back" : "sale"];
  const { netPerStakeCents } = sale.division;
  return (
    <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="flex min-w-0 flex-col gap-4">
        <h2 className="display text-lg">{kind}</h2>
        <SaleRows sale={sale} exit={null} viewerId="" />
      </div>
      {mayChange && (
        <div className={`flex flex-col gap-4 ${aside}`}>
          {page.isHolder ? (
            <p>{texts.isHolder}</p>
          ) : (
            <ConsoleForm
              intent="propose"
              hidden={{ ...Object.fromEntries(asked), net_per_stake: plainDollars(netPerStakeCents) }}
              button={`Propose the ${kind.toLowerCase()} at ${formatUsd(netPerStakeCents)} per stake`}
            />
          )}
          <TextLink href={`${href}?view=sell`}>Change the figures</TextLink>
        </div>
      )}
      <SaleHolders sale={sale} base={base} isFirst={!fields.after} />
    </div>
  );
}

type RowsProps = { sale: SalePreview; exit: CaskExit | null; viewerId: string };

const TONES: Record<CaskExit["state"], BadgeTone> = {
  proposed: "attention",
  confirmed: "copper",
  done: "gain",
  withdrawn: "neutral",
};

function SaleRows({ sale, exit, viewerId }: RowsProps) {
  const { division, stakes, cask, terms } = sale;
  const isConfirmed = exit !== null && exit.state !== "proposed";
  const money = (label: string, cents: number) => ({ label, value: formatUsd(cents) });
  return (
    <DefinitionRows
      rows={[
        ...(exit
          ? [{ label: "State", value: <Badge tone={TONES[exit.state]}>{texts.states[exit.state]}</Badge> }]
          : []),
        { label: "Sold on", value: formatDate(terms.soldOn) },
        { label: "Buyer", value: texts.buyers[terms.buyerKind] },
        money("Price of the whole cask", terms.grossCents),
        money("Fees", terms.feesCents),
        money("Net", division.netCents),
        { label: "Stakes in the cask", value: String(cask.totalStakes) },
        { label: "Net per stake", value: formatUsd(division.netPerStakeCents), accent: true },
        money("Left by rounding, kept by the house", division.remainderCents),
        isConfirmed
          ? { label: "Stakes credited to their holders", value: `${exit.credited} of ${exit.credited + exit.left}` }
          : { label: "Stakes held, to be credited", value: String(stakes.credited) },
        { label: "Stakes waiting for a dispute to end", value: String(stakes.waiting) },
        { label: "Stakes no one holds, whose share goes to the house", value: String(stakes.own) },
        ...(exit ? decided(exit, viewerId) : []),
      ]}
    />
  );
}

function decided(exit: CaskExit, viewerId: string) {
  const by = (who: string | null, atMs: number) =>
    (who === viewerId ? texts.byViewer : texts.byOther)(formatInstant(atMs));
  return [
    { label: "Proposed", value: by(exit.proposedBy, exit.proposedAtMs) },
    ...(exit.confirmedAtMs === null ? [] : [{ label: "Confirmed", value: by(exit.confirmedBy, exit.confirmedAtMs) }]),
  ];
}

function SaleHolders({ sale, base, isFirst }: { sale: SalePreview; base: string; isFirst: boolean }) {
  if (sale.holders.length === 0)
    return <p className="text-peat-60">No one holds a stake in it: the net goes to the house.</p>;
  return (
    <div className="flex min-w-0 flex-col gap-4 lg:col-start-1">
      <h3 className="font-semibold">{texts.perHolder}</h3>
      <p className="text-peat-60">{texts.advances}</p>
      <ConsoleTable
        label={texts.perHolder}
        rows={sale.holders}
        keyOf={({ userId }) => userId}
        columns={[
          {
            label: "Holder",
            cell: (row) => <SubjectLink subject={`user:${row.userId}`} name={row.name ?? "no name yet"} />,
          },
          { label: "Stakes", right: true, cell: (row) => String(row.stakes) },
          { label: "Paid", right: true, cell: (row) => formatUsd(row.paidCents) },
          { label: "Share", right: true, cell: (row) => formatUsd(row.shareCents) },
          { label: "Advanced", right: true, cell: (row) => formatUsd(row.takenOffCents) },
          {
            label: "Credited",
            right: true,
            cell: (row) => <b className="font-semibold">{formatUsd(row.getsCents)}</b>,
          },
          {
            label: "More or less",
            right: true,
            cell: (row) => formatUsd(row.getsCents + row.advancedCents - row.paidCents),
          },
        ]}
      />
      <PageLinks base={base} next={sale.next} isFirst={isFirst} />
    </div>
  );
}
