import { confirmedTexts, keeperPage as texts } from "~/content/keeper-texts";
import { formatDate } from "~/domain/calendar-date";
import type { ShownStatement } from "~/domain/keepers/examine-statement";
import { StatementForm, StatementShown } from "~/ui/keeper-statement";
import { Page, PageTitle } from "~/ui/page";
import { Panel } from "~/ui/panel";
import { ResultHead } from "~/ui/result-head";
import { SiteFooter } from "~/ui/site-footer";
import type { KeeperAnswer, SeenCask } from "./route";

type Props = {
  place: string;
  keeper: { name: string; warehouse: string; casks: SeenCask[] } | null;
  taken: ShownStatement | null;
  answer: KeeperAnswer | null;
};

/** What a keeper hands in, as it was understood before and after; without an account. */
export function KeeperScreen({ place, keeper, taken, answer }: Props) {
  if (!keeper)
    return (
      <Page top={{ home: "/" }} footer={<SiteFooter />}>
        <ResultHead look="unknown" title={texts.unknown.title}>
          {texts.unknown.text}
        </ResultHead>
      </Page>
    );
  return (
    <Page top={{ home: "/" }} footer={<SiteFooter />}>
      <PageTitle lead={texts.lead(keeper.name, keeper.warehouse)}>{texts.title}</PageTitle>
      {answer?.shown ? (
        <StatementShown statement={answer.shown} text={answer.typed} back={place} />
      ) : taken && !answer ? (
        <StatementShown statement={taken} text={null} back={place} />
      ) : (
        <>
          <p>{texts.intro}</p>
          <p className="rounded-md bg-barley p-3 text-sm">{texts.public}</p>
          <StatementForm typed={answer?.typed ?? ""} error={answer?.error ?? undefined} />
          <Panel title={texts.howTo}>
            <ol className="list-decimal pl-5 text-sm">
              {texts.how.map((step) => (
                <li key={step}>{step}</li>
              ))}
            </ol>
          </Panel>
          <Expected casks={keeper.casks} />
        </>
      )}
    </Page>
  );
}

function Expected({ casks }: { casks: SeenCask[] }) {
  return (
    <section aria-labelledby="expected-title">
      <h2 id="expected-title" className="display text-lg">
        {texts.expected}
      </h2>
      <p className="mt-1 text-sm text-peat-60">{casks.length === 0 ? texts.noCasks : texts.expectedLead}</p>
      {casks.length > 0 && (
        <ul className="mt-3 divide-y divide-peat-30 border-y border-peat-30">
          {casks.map((cask) => (
            <li key={cask.id} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2">
              <span className="min-w-0">
                <span className="block font-semibold wrap-anywhere">{cask.number ?? texts.noNumber}</span>
                <span className="block text-sm wrap-anywhere text-peat-60">{cask.name}</span>
              </span>
              <span className="figures ml-auto text-sm text-peat-60">{whenOf(cask)}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function whenOf({ confirmedOn, absentOn, isExpected }: SeenCask): string {
  if (absentOn !== null) return `${texts.notThere}, ${formatDate(absentOn)}`;
  if (confirmedOn !== null) return confirmedTexts.on(confirmedOn);
  return isExpected ? "" : texts.draft;
}
