import { valueTexts as texts } from "~/content/console-cask-texts";
import { recordFieldNames as names } from "~/content/operator-cask-texts";
import { secondReasons } from "~/content/proposal-texts";
import { formatDate } from "~/domain/calendar-date";
import { formatUsd, plainDollars } from "~/domain/money";
import type { ValuationPreview } from "~/areas/casks/record-valuation";
import { showProposal } from "~/core/proposals/list-proposals";
import { Badge } from "~/ui/badge";
import { ConsoleTable } from "~/ui/console/console-table";
import { ConsoleForm, Effects } from "~/ui/console/form-parts";
import { ProposalCard } from "~/ui/console/proposal-card";
import { CellLink, TextLink } from "~/ui/console/cells";
import { DefinitionRows } from "~/ui/definition-rows";
import { RiskNote } from "~/ui/risk-note";
import type { PartProps } from "./action";

type Figures = Record<"valued_on" | "tier" | "method" | "source", string> &
  Record<"author" | "reason" | "supersedes", string | null> & { value_per_stake: number };
type WaitingProposal = NonNullable<PartProps["page"]["proposal"]>;
type Entry = PartProps["page"]["valuations"][number];

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
          { label: "Correction", isState: true, cell: (row) => <State row={row} mayValue={mayValue} href={href} /> },
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

const FIELDS = ["valued_on", "value_per_stake", "tier", "method", "source", "author", "reason", "supersedes"] as const;

/** Saving calculates it all again. */
function ValueEffect({ page, href, mayChange, fields, newId, effect }: PartProps & { effect: ValuationPreview }) {
  const asked = Object.fromEntries(FIELDS.flatMap((name) => (fields[name] ? [[name, fields[name]] as const] : [])));
  const { values, why, holders, stakes, perStake } = effect;
  const value = formatUsd(values.value_per_stake);
  const times = (cents: number | null) => (cents === null ? "not valued yet" : formatUsd(cents * stakes));
  return (
    <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="flex min-w-0 flex-col gap-4">
        <h2 className="display text-lg">{`What ${value} per stake on ${formatDate(values.valued_on)} changes`}</h2>
        <DefinitionRows
          rows={[
            { label: "Holders", value: String(holders) },
            { label: "Stakes held", value: String(stakes) },
            { label: "Their value now", value: times(perStake.now) },
            { label: "Their value then", value: times(perStake.then) },
          ]}
        />
      </div>
      {mayChange && page.isHolder && <p>{texts.isHolder}</p>}
      {mayChange && !page.isHolder && (
        <div className="flex flex-col gap-4">
          <ConsoleForm
            intent="value"
            hidden={{ step: "save", valuation: `val_${newId}`, ...asked }}
            button={why.length > 0 ? `Propose ${value} per stake` : `Save ${value} per stake`}
          >
            {why.length === 0 && <Effects title="What saving does" effects={texts.saveEffects(holders)} />}
            {why.length > 0 && <RiskNote>{why.map((reason) => secondReasons[reason]).join(" ")}</RiskNote>}
          </ConsoleForm>
          <TextLink href={`${href}?view=value`}>Change the figures</TextLink>
        </div>
      )}
    </div>
  );
}

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
      <CellLink href={`${href}?${new URLSearchParams({ view: "value", ...seen }).toString()}`}>{texts.show}</CellLink>
    </ProposalCard>
  );
}

function State({ row, mayValue, href }: { row: Entry; mayValue: boolean; href: string }) {
  if (row.supersededBy !== null) return <Badge>corrected by a later entry</Badge>;
  if (row.tier === "issue" || !mayValue) return null;
  return <CellLink href={`${href}?view=value&supersedes=${row.id}`}>Correct it</CellLink>;
}

function ValueForm({ page, typed, errors, corrected }: PartProps & { corrected: Entry | undefined }) {
  return (
    <ConsoleForm
      intent="value"
      hidden={{ supersedes: corrected?.id }}
      title={
        corrected
          ? `Correct the valuation of ${formatDate(corrected.valuedOn)}, ${formatUsd(corrected.valueCents)}`
          : texts.add
      }
      fields={[
        { name: "valued_on", label: names.valued_on, type: "date", value: corrected?.valuedOn ?? page.today },
        { name: "value_per_stake", label: names.value_per_stake, figure: true, hint: "In dollars." },
        { name: "tier", label: names.tier, choices: texts.tiers, value: corrected?.tier },
        {
          name: "method",
          label: names.method,
          most: 300,
          value: corrected?.method,
          hint: "How the value was arrived at. Public.",
        },
        {
          name: "source",
          label: names.source,
          most: 300,
          value: corrected?.source,
          hint: "Who says so. Public: do not name private individuals.",
        },
        {
          name: "author",
          label: names.author,
          choices: texts.authors,
          value: corrected?.author,
          hint: "Public, with what they stand to gain from a high value.",
        },
        corrected !== undefined && {
          name: "reason",
          label: names.reason,
          most: 300,
          hint: "For corrections only. Public.",
        },
      ]}
      typed={typed}
      errors={errors}
      button={texts.show}
    />
  );
}
