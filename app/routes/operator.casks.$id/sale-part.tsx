import { exitFieldNames as names, saleTexts as texts } from "~/content/console-cask-texts";
import { formatUsd, plainDollars } from "~/domain/money";
import { Button } from "~/ui/button";
import { Effects } from "~/ui/console/effects";
import { ChoiceField } from "~/ui/console/choice-field";
import { Field } from "~/ui/field";
import type { PartProps } from "./cask-admin";
import { SaleDecision } from "./sale-decision";
import { SaleHolders, SaleRows } from "./sale-figures";

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
  if (page.standing === "draft") return <p className="text-peat-60">{texts.stillDraft}</p>;
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
      <h2 className="font-semibold">{texts.add}</h2>
      <p className="text-peat-60">{texts.twoPeople}</p>
      <input type="hidden" name="intent" value="sell" />
      <Field {...field("sold_on")} type="date" defaultValue={typed.sold_on ?? page.today} />
      <ChoiceField {...field("buyer_kind")} names={texts.buyers} chosen={typed.buyer_kind ?? bid?.bidderKind ?? ""} />
      <Field
        {...field("gross")}
        {...figure}
        hint={texts.hints.gross}
        defaultValue={typed.gross ?? (bid ? plainDollars(bid.grossCents) : "")}
      />
      <Field
        {...field("fees")}
        {...figure}
        hint={texts.hints.fees}
        defaultValue={typed.fees ?? (bid ? plainDollars(bid.feesCents) : "")}
      />
      <Button>{texts.show}</Button>
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
              <Effects title={texts.proposeTitle} effects={texts.proposeEffects} />
              <Button>{texts.propose(kind, formatUsd(netPerStakeCents))}</Button>
            </>
          )}
          <a href={`${href}?view=sell`} className={link}>
            {texts.change}
          </a>
        </form>
      )}
      <SaleHolders sale={sale} base={base} isFirst={!fields.after} />
    </div>
  );
}
