import { caskTexts, kindNames } from "~/content/casks";
import { investTexts as texts } from "~/content/invest-texts";
import { isOver } from "~/domain/cask-stage";
import { riskTexts } from "~/content/risk-texts";
import { ActivateBar } from "~/ui/activate-bar";
import { ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { investHref, type ShownList } from "~/ui/list-href";
import { Page, PageTitle } from "~/ui/page";
import { RiskNote } from "~/ui/risk-note";
import { CaskCard, type ListedCask } from "./cask-card";
import { ListChoices } from "./list-choices";

export type InvestScreenProps = {
  activated: boolean;
  feeCents: number;
  casks: ListedCask[];
  list: ShownList;
};

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
    <ButtonLink href="/invest" look="secondary" wide={false} inPage>
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
