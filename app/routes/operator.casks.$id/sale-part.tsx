import type { CaskExit } from "~/areas/console/read-cask";
import { exitFieldNames as names, saleTexts as texts } from "~/content/console-cask-texts";
import { formatUsd, plainDollars } from "~/domain/money";
import { Button } from "~/ui/button";
import { ChoiceField, Effects } from "~/ui/console/form-parts";
import { Field } from "~/ui/field";
import type { PartProps } from "./cask-admin";
import { SaleHolders, SaleRows } from "./sale-figures";

/** What the viewer may do about a proposal, and how far it is once it is confirmed. */
function SaleDecision({ page, href, viewerId, mayChange, exit }: PartProps & { exit: CaskExit }) {
  if (exit.state === "confirmed")
    return (
      <div className="flex flex-col gap-2">
        <p>Holders are being credited, each exactly once. You can leave this page.</p>
        <a
          href={`${href}?view=sell`}
          className="inline-flex min-h-11 items-center text-copper underline underline-offset-4"
        >
          Look again
        </a>
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
      <form method="post">
        <input type="hidden" name="exit" value={exit.id} />
        <Button name="intent" value="cancel" look="danger">
          Withdraw the proposal
        </Button>
      </form>
    </div>
  );
}

/** Sends what was looked at: if the proposal is another one by then, nothing is confirmed. */
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
    <form method="post" className="flex flex-col gap-4">
      {Object.entries(seen).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Effects title="What confirming does" effects={texts.confirmEffects(held, amount)} />
      <Button name="intent" value="confirm">
        {texts.confirm(texts.titles[exit.kind], amount)}
      </Button>
    </form>
  );
}

/** Beside the figures on a wide screen, between them and the holders on a phone. */
const aside = "lg:col-start-2 lg:row-span-2 lg:row-start-1";
const FIELDS = ["sold_on", "buyer_kind", "gross", "fees"] as const;
const link = "inline-flex min-h-11 items-center text-copper underline underline-offset-4";

/** The end of the cask: typed, looked at, proposed; another operator confirms it, then holders are credited. */
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
  const bid = page.bids?.bids.find(({ state }) => state === "accepted");
  const field = (name: (typeof FIELDS)[number]) => ({
    ...{ name, label: names[name], error: errors[name], startHere: name === Object.keys(errors)[0] },
  });
  const figure = { inputMode: "decimal", autoComplete: "off", maxLength: 40 } as const;
  return (
    <form method="post" noValidate className="flex max-w-100 flex-col gap-4">
      <h2 className="font-semibold">Sell or buy back the whole cask</h2>
      <p className="text-peat-60">This takes two operators: one proposes it, another confirms it.</p>
      <input type="hidden" name="intent" value="sell" />
      <Field {...field("sold_on")} type="date" defaultValue={typed.sold_on ?? page.today} />
      <ChoiceField {...field("buyer_kind")} names={texts.buyers} chosen={typed.buyer_kind ?? bid?.bidderKind ?? ""} />
      <Field
        {...field("gross")}
        {...figure}
        hint="In dollars, for all its stakes."
        defaultValue={typed.gross ?? (bid ? plainDollars(bid.grossCents) : "")}
      />
      <Field
        {...field("fees")}
        {...figure}
        hint="The costs of the sale, in dollars."
        defaultValue={typed.fees ?? (bid ? plainDollars(bid.feesCents) : "")}
      />
      <Button>Show what each holder gets</Button>
    </form>
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
        <form method="post" className={`flex flex-col gap-4 ${aside}`}>
          <input type="hidden" name="intent" value="propose" />
          {asked.map(([name, typed]) => (
            <input key={name} type="hidden" name={name} value={typed} />
          ))}
          <input type="hidden" name="net_per_stake" value={plainDollars(netPerStakeCents)} />
          {page.isHolder ? (
            <p>{texts.isHolder}</p>
          ) : (
            <>
              <Button>{`Propose the ${kind.toLowerCase()} at ${formatUsd(netPerStakeCents)} per stake`}</Button>
            </>
          )}
          <a href={`${href}?view=sell`} className={link}>
            Change the figures
          </a>
        </form>
      )}
      <SaleHolders sale={sale} base={base} isFirst={!fields.after} />
    </div>
  );
}
