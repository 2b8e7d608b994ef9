import { valueTexts as texts } from "~/content/console-cask-texts";
import { proposalTexts, secondReasons } from "~/content/proposal-texts";
import { formatDate } from "~/domain/calendar-date";
import { formatUsd } from "~/domain/money";
import type { ValuationPreview } from "~/areas/casks/preview-valuation";
import { ConsoleTable } from "~/ui/console/console-table";
import { ConsoleForm, Effects, Sure } from "~/ui/console/form-parts";
import { PageLinks } from "~/ui/console/page-links";
import { RiskNote } from "~/ui/risk-note";
import { SubjectLink, TextLink } from "~/ui/console/subject-link";
import { DefinitionRows } from "~/ui/definition-rows";
import type { PartProps } from "./cask-admin";

const FIELDS = ["valued_on", "value_per_stake", "tier", "method", "source", "author", "reason", "supersedes"] as const;
const money = (cents: number | null) => (cents === null ? "–" : formatUsd(cents));
const times = (cents: number | null, stakes: number) => (cents === null ? null : cents * stakes);

/** Saving calculates it all again. */
export function ValueEffect({
  page,
  href,
  mayChange,
  fields,
  newId,
  effect,
}: PartProps & { effect: ValuationPreview }) {
  const asked = FIELDS.flatMap((name) => (fields[name] ? [[name, fields[name]] as [string, string]] : []));
  const back = `${href}?${new URLSearchParams([["view", "value"], ...asked]).toString()}`;
  const value = formatUsd(effect.values.value_per_stake);
  return (
    <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="flex min-w-0 flex-col gap-4">
        <h2 className="display text-lg">{`What ${value} per stake on ${formatDate(effect.values.valued_on)} changes`}</h2>
        <DefinitionRows
          rows={[
            { label: "Holders", value: String(effect.holders) },
            { label: "Stakes held", value: String(effect.stakes) },
            { label: "Value now", value: money(times(effect.perStake.now, effect.stakes)) },
            { label: "Value then", value: money(times(effect.perStake.then, effect.stakes)) },
          ]}
        />
      </div>
      {mayChange && page.isHolder && <p>{texts.isHolder}</p>}
      {mayChange && !page.isHolder && (
        <div className="flex flex-col gap-4 lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <ConsoleForm
            intent="value"
            hidden={{
              ...{ step: "save", valuation: `val_${newId}`, seen: effect.seen },
              ...Object.fromEntries(asked),
            }}
            button={effect.why.length > 0 ? `Propose ${value} per stake` : `Save ${value} per stake`}
          >
            <Consequences effect={effect} operators={page.operators} />
            {effect.factor !== null && <Sure said={effect.factor}>{`Yes, I mean ${value}: ${effect.factor}.`}</Sure>}
          </ConsoleForm>
          <TextLink href={`${href}?view=value`}>Change the figures</TextLink>
        </div>
      )}
      <div className="flex min-w-0 flex-col gap-4 lg:col-start-1">
        <h3 className="font-semibold">{texts.perHolder}</h3>
        <Holders effect={effect} />
        <PageLinks base={back} next={effect.next} isFirst={!fields.after} />
      </div>
    </div>
  );
}

function Consequences({ effect, operators }: { effect: ValuationPreview; operators: number }) {
  if (effect.why.length === 0) return <Effects title="What saving does" effects={texts.saveEffects(effect.holders)} />;
  return (
    <>
      <RiskNote>{effect.why.map((reason) => secondReasons[reason]).join(" ")}</RiskNote>
      {operators < 2 && <RiskNote>{proposalTexts.onlyOne}</RiskNote>}
    </>
  );
}

function Holders({ effect }: { effect: ValuationPreview }) {
  if (effect.holders === 0) return <p className="text-peat-60">Nobody holds a stake in it.</p>;
  return (
    <ConsoleTable
      label={texts.perHolder}
      rows={effect.changes}
      keyOf={({ userId }) => userId}
      columns={[
        {
          label: "Holder",
          cell: (row) => <SubjectLink subject={`user:${row.userId}`} name={row.email ?? row.userId} />,
        },
        { label: "Stakes", right: true, cell: (row) => String(row.stakeNumbers.length) },
        { label: "Value now", right: true, cell: (row) => money(row.now.valueCents) },
        { label: "Value then", right: true, cell: (row) => money(row.then.valueCents) },
        { label: "Return now", right: true, cell: (row) => money(row.now.returnCents) },
        { label: "Return then", right: true, cell: (row) => money(row.then.returnCents) },
      ]}
    />
  );
}
