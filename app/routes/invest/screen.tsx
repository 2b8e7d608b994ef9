import { caskTexts, kindNames } from "~/content/casks";
import { investTexts as texts } from "~/content/invest-texts";
import type { CaskKind } from "~/domain/cask-shape";
import { isOver } from "~/domain/cask-stage";
import { riskTexts } from "~/content/risk-texts";
import { ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { investHref, type ShownList } from "~/ui/list-href";
import { Page, PageTitle } from "~/ui/page";
import { RiskNote } from "~/ui/risk-note";
import { CaskCard, type ListedCask } from "./cask-card";
import { formatUsd } from "~/domain/money";
import { ACTIVATE_HREF } from "~/ui/cask-display";
import { Icon } from "~/ui/icon";

export type InvestScreenProps = {
  activated: boolean;
  feeCents: number;
  casks: ListedCask[];
  list: ShownList;
};

const KINDS = Object.keys(kindNames) as CaskKind[];

/** About two and a half cards fill a phone. */
const SCREENFUL = 3;

const GROUPS = [
  ["open", (cask: ListedCask) => cask.stage === "open"],
  ["upcoming", (cask: ListedCask) => cask.stage === "upcoming"],
  ["over", (cask: ListedCask) => cask.stage === "sold-out" || isOver(cask.stage)],
] as const;

function None({ kind }: Pick<ShownList, "kind">) {
  if (!kind) return <EmptyState title={caskTexts.none}>{caskTexts.noneText}</EmptyState>;
  const all = (
    <ButtonLink href="/invest" look="secondary" wide={false}>
      {texts.allCasks}
    </ButtonLink>
  );
  return (
    <EmptyState title={texts.noneOfKind(kindNames[kind])} action={all}>
      {caskTexts.noneText}
    </EmptyState>
  );
}

export function InvestScreen({ activated, feeCents, casks, list }: InvestScreenProps) {
  const changed = investHref(list) !== "/invest";
  return (
    <Page
      top={{}}
      banner={activated ? null : <ActivateBar feeCents={feeCents} />}
      tabs={{ current: "invest", activated }}
    >
      <PageTitle>{caskTexts.welcome}</PageTitle>
      {!activated && casks.length > 0 && <p className="-mt-4 text-sm text-peat-60">{texts.locked}</p>}
      {casks.length > 0 && <RiskNote>{riskTexts.short}</RiskNote>}
      {(casks.length > SCREENFUL || changed) && <ListChoices list={list} activated={activated} />}
      {casks.length === 0 && <None kind={list.kind} />}
      {GROUPS.map(([name, belongs]) => {
        const found = casks.filter(belongs);
        return found.length === 0 ? null : (
          <section key={name} aria-labelledby={`group-${name}`} className="flex flex-col gap-4">
            <h2 id={`group-${name}`} className="-mb-2 flex min-h-8 items-center text-sm font-semibold text-peat-60">
              {texts.groups[name](found.length)}
            </h2>
            {found.map((cask) => (
              <CaskCard key={cask.id} cask={cask} list={list} />
            ))}
          </section>
        );
      })}
    </Page>
  );
}

type Choice = { label: string; to: ShownList; chosen: boolean };

function Choices({ label, choices }: { label: string; choices: Choice[] }) {
  return (
    <ul aria-label={label} className="flex flex-wrap gap-2">
      {choices.map((choice) => (
        <li key={choice.label}>
          <a
            href={investHref(choice.to)}
            aria-current={choice.chosen ? "true" : undefined}
            className={`inline-flex min-h-11 min-w-11 items-center justify-center rounded-md border px-3 text-sm font-semibold ${choice.chosen ? "border-peat bg-peat text-paper forced-colors:underline" : "border-peat-30 hover:bg-barley"}`}
          >
            {choice.label}
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Links, so that the address says what is shown. Only viewers who see prices can sort by them. */
function ListChoices({ list, activated }: { list: ShownList; activated: boolean }) {
  const kinds = [null, ...KINDS].map((kind) => ({
    label: kind ? kindNames[kind] : texts.allKinds,
    to: { ...list, kind },
    chosen: kind === list.kind,
  }));
  const sorts = (["closing", "price"] as const).map((sort) => ({
    label: texts.sorts[sort],
    to: { ...list, sort },
    chosen: sort === list.sort,
  }));
  return (
    <nav aria-label={texts.choices} data-kept-place className="flex flex-col gap-2">
      <Choices label={texts.kindLabel} choices={kinds} />
      {activated && <Choices label={texts.sortLabel} choices={sorts} />}
    </nav>
  );
}

function ActivateBar({ feeCents }: { feeCents: number }) {
  return (
    <section aria-label={caskTexts.activation}>
      <a
        href={ACTIVATE_HREF}
        className="bleed-copper flex min-h-12 items-center justify-between gap-3 bg-copper px-4 py-2 font-semibold text-paper -outline-offset-4 hover:bg-copper-deep hover:bleed-copper-deep focus-visible:outline-paper"
      >
        <span>{caskTexts.activate(formatUsd(feeCents))}</span>
        <Icon name="forward" />
      </a>
    </section>
  );
}
