import { valueTexts as texts } from "~/content/console-cask-texts";
import { recordFieldNames as names } from "~/content/operator-cask-texts";
import { secondReasons } from "~/content/proposal-texts";
import { formatDate } from "~/domain/calendar-date";
import { formatUsd, plainDollars } from "~/domain/money";
import { showProposal } from "~/core/proposals/show-proposal";
import { Badge } from "~/ui/badge";
import { Button } from "~/ui/button";
import { ConsoleTable } from "~/ui/console/console-table";
import { ChoiceField } from "~/ui/console/form-parts";
import { ProposalCard } from "~/ui/console/proposal-card";
import { cellLink } from "~/ui/console/subject-link";
import { Field } from "~/ui/field";
import type { PartProps } from "./cask-admin";
import { ValueEffect } from "./value-effect";

type Figures = Record<"valued_on" | "tier" | "method" | "source", string> &
  Record<"author" | "reason" | "supersedes", string | null> & { value_per_stake: number };
type WaitingProposal = NonNullable<PartProps["page"]["proposal"]>;
type Entry = PartProps["page"]["valuations"][number];

/** Every valuation there was, latest first, and the next one: typed, then looked at, then saved. */
export function ValuesPart(props: PartProps) {
  const { page, href, mayChange, fields } = props;
  if (page.effect) return <ValueEffect {...props} effect={page.effect} />;
  const entries = page.valuations.toReversed();
  const mayValue = mayChange && page.standing === "published";
  const corrected = entries.find(({ id }) => id === (props.typed.supersedes ?? fields.supersedes));
  return (
    <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <ConsoleTable
        label={texts.add}
        rows={entries}
        keyOf={({ id }) => id}
        columns={[
          { label: "Date", short: true, cell: (row) => formatDate(row.valuedOn) },
          { label: "Value per stake", right: "amount", short: true, cell: (row) => formatUsd(row.valueCents) },
          { label: "Tier", cell: (row) => row.tier },
          { label: "Method", cell: (row) => row.method },
          { label: "Source", cell: (row) => row.source },
          {
            label: "Correction",
            isState: true,
            cell: (row) => <State row={row} mayValue={mayValue} href={href} />,
          },
        ]}
      />
      <div className="flex min-w-0 flex-col gap-8">
        {page.proposal && <Waiting {...props} proposal={page.proposal} />}
        {page.standing !== "published" && <p className="text-peat-60">{texts.notOnOffer}</p>}
        {mayValue && page.isHolder && <p>{texts.isHolder}</p>}
        {mayValue && !page.isHolder && <ValueForm {...props} corrected={corrected} />}
      </div>
    </div>
  );
}

/** What another operator confirms: as it was proposed, by the names of the form. */
function Waiting({ page, href, mayChange, viewerId, proposal }: PartProps & { proposal: WaitingProposal }) {
  const { value_per_stake, author, reason, supersedes, ...values } = JSON.parse(proposal.becomes) as Figures;
  const rest = Object.entries({ author, reason, supersedes }).flatMap(([name, said]) =>
    said === null ? [] : [[name, said] as const],
  );
  const seen = { ...values, value_per_stake: plainDollars(value_per_stake), ...Object.fromEntries(rest) };
  return (
    <ProposalCard
      proposal={showProposal(proposal, mayChange)}
      viewerId={viewerId}
      mayChange={mayChange}
      barred={page.isHolder ? texts.isHolder : null}
      seen={seen}
      intents={{ confirm: "confirm-value", withdraw: "cancel-value" }}
    >
      <p>{proposal.why.map((reason) => secondReasons[reason]).join(" ")}</p>
      {proposal.factor !== null && <p className="font-semibold text-brick">{`It is ${proposal.factor}.`}</p>}
      <a href={`${href}?${new URLSearchParams({ view: "value", ...seen }).toString()}`} className={cellLink}>
        {texts.show}
      </a>
    </ProposalCard>
  );
}

function State({ row, mayValue, href }: { row: Entry; mayValue: boolean; href: string }) {
  if (row.supersededBy !== null) return <Badge>corrected by a later entry</Badge>;
  if (row.tier === "issue" || !mayValue) return null;
  return (
    <a href={`${href}?view=value&supersedes=${row.id}`} className={cellLink}>
      Correct it
    </a>
  );
}

function ValueForm({ page, typed, errors, corrected }: PartProps & { corrected: Entry | undefined }) {
  const value = (name: string, before?: string) => typed[name] ?? before ?? "";
  const field = (name: "valued_on" | "value_per_stake" | "tier" | "method" | "source" | "author" | "reason") => ({
    ...{ name, label: names[name], error: errors[name] },
    startHere: name === Object.keys(errors)[0],
  });
  return (
    <form method="post" noValidate className="flex flex-col gap-4">
      <h2 className="font-semibold">
        {corrected
          ? `Correct the valuation of ${formatDate(corrected.valuedOn)}, ${formatUsd(corrected.valueCents)}`
          : texts.add}
      </h2>
      <input type="hidden" name="intent" value="value" />
      {corrected && <input type="hidden" name="supersedes" value={corrected.id} />}
      <Field {...field("valued_on")} type="date" defaultValue={value("valued_on", corrected?.valuedOn ?? page.today)} />
      <Field
        {...field("value_per_stake")}
        hint="In dollars."
        inputMode="decimal"
        autoComplete="off"
        maxLength={40}
        defaultValue={value("value_per_stake")}
      />
      <ChoiceField {...field("tier")} names={texts.tiers} chosen={value("tier", corrected?.tier)} />
      <Field
        {...field("method")}
        hint="How the value was arrived at. Public."
        maxLength={300}
        defaultValue={value("method", corrected?.method)}
      />
      <Field
        {...field("source")}
        hint="Who says so. Public: do not name private individuals."
        maxLength={300}
        defaultValue={value("source", corrected?.source)}
      />
      <ChoiceField
        {...field("author")}
        hint="Public, with what they stand to gain from a high value."
        names={texts.authors}
        chosen={value("author", corrected?.author ?? undefined)}
      />
      {corrected && (
        <Field
          {...field("reason")}
          hint="For corrections only. Public."
          maxLength={300}
          defaultValue={value("reason")}
        />
      )}
      <Button>{texts.show}</Button>
    </form>
  );
}
