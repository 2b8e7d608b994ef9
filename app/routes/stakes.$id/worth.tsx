import { ADVANCE_SENTENCE, advanceTexts } from "~/content/advance-texts";
import { holdingTexts } from "~/content/holding-texts";
import { formatUsd } from "~/domain/money";
import { Badge } from "~/ui/badge";
import { ButtonLink } from "~/ui/button";
import { type DefinitionRow, DefinitionRows } from "~/ui/definition-rows";
import { Money } from "~/ui/money";
import { Panel } from "~/ui/panel";
import { CycleRing } from "~/ui/pictures/cycle-ring";
import { ValuePerStake } from "~/ui/pictures/value-per-stake";
import { gainTones } from "~/ui/stake-pass";
import type { HoldingPage } from "./holding-page";

type Props = { page: HoldingPage };

const texts = holdingTexts.worth;

/** What it is worth today, with the day of the value and what it rests on, or in plain words why there is none. */
export function Worth({ page }: Props) {
  const { gain, next, figures } = page;
  return (
    <section aria-labelledby="worth-title" className="flex flex-col gap-2">
      <Value page={page} />
      {gain && <p className={`figures font-semibold ${gainTones[gain.tone]}`}>{gain.text}</p>}
      {gain && figures.realisedCents !== 0 && <Parts page={page} />}
      <PaidInAll page={page} />
      {figures.value && <p className="text-xs text-peat-60">{texts.risk}</p>}
      {page.worth?.chart && (
        <div className="mt-2 rounded-md bg-barley p-4">
          <ValuePerStake picture={page.worth} />
        </div>
      )}
      {next && (
        <p className="figures text-sm">
          <span className="text-peat-60">{texts.next}: </span>
          {next.text}
        </p>
      )}
    </section>
  );
}

function Title({ children }: { children: string }) {
  return (
    <h2 id="worth-title" className="text-sm text-peat-60">
      {children}
    </h2>
  );
}

function Value({ page: { figures, takenBack } }: Props) {
  const { value, soldForCents, worthCents, advancedCents } = figures;
  if (takenBack === "frozen") return <Words title={texts.frozen} text={texts.frozenText} />;
  if (takenBack) return <Words title={texts.givenBack} text={texts.givenBackText[takenBack]} />;
  if (soldForCents !== null) {
    return (
      <div>
        <Title>{texts.sold}</Title>
        <Money cents={soldForCents} size="big" />
      </div>
    );
  }
  if (!value) return <Words title={texts.notValued} text={texts.notValuedText} />;
  return (
    <div>
      <Title>{texts.title}</Title>
      <Money cents={worthCents ?? value.cents} size="big" />
      <p className="text-sm text-peat-60">{texts.basis(value.valuedOn, value.tier)}</p>
      {advancedCents > 0 && <p className="text-sm text-peat-60">{advanceTexts.worth(value.cents, advancedCents)}</p>}
    </div>
  );
}

function Words({ title, text }: { title: string; text: string }) {
  return (
    <div>
      <h2 id="worth-title" className="display text-lg">
        {title}
      </h2>
      <p className="text-sm text-peat-60">{text}</p>
    </div>
  );
}

/** Only what is realised is already the investor's money. */
function Parts({ page: { figures } }: Props) {
  const { realisedCents, unrealisedCents, soldForCents } = figures;
  const label = soldForCents === null ? texts.realised : texts.result;
  const rows: DefinitionRow[] = [{ label, value: <Money cents={realisedCents} change /> }];
  if (unrealisedCents !== null) rows.push({ label: texts.unrealised, value: <Money cents={unrealisedCents} change /> });
  return <DefinitionRows rows={rows} />;
}

function PaidInAll({ page: { paidInAll } }: Props) {
  if (!paidInAll) return null;
  return (
    <DefinitionRows
      rows={[
        {
          label: advanceTexts.total,
          value: (
            <>
              <Money cents={paidInAll.returnsCents + (paidInAll.saleCents ?? 0)} />
              <span className="block text-xs font-normal text-peat-60">{advanceTexts.parts(paidInAll)}</span>
            </>
          ),
        },
      ]}
    />
  );
}

function ReturnBadge({ page: { standing, cycleText } }: Props) {
  const { badges } = holdingTexts.withdraw;
  if (standing?.isReady) return <Badge tone="gain">{badges.ready}</Badge>;
  if (standing?.inProgress) return <Badge tone="attention">{badges.progress}</Badge>;
  return cycleText && <Badge>{cycleText.badge}</Badge>;
}

export function Return({ page }: Props) {
  const { readyCents, standing, cycleText, href, ring } = page;
  const { withdraw } = holdingTexts;
  return (
    <Panel title={withdraw.title} action={<ReturnBadge page={page} />}>
      <div className="figures flex flex-col gap-3 text-sm">
        {readyCents !== null && (
          <p>
            {withdraw.ready(formatUsd(readyCents))} {ADVANCE_SENTENCE}
          </p>
        )}
        {readyCents !== null && (
          <ButtonLink href={`${href}?dialog=withdraw`}>{withdraw.button(formatUsd(readyCents))}</ButtonLink>
        )}
        {readyCents === null && standing?.isReady && <p>{withdraw.locked}</p>}
        {ring && <CycleRing picture={ring} hasBadge />}
        {cycleText && <p className="text-peat-60">{cycleText.earliest}</p>}
      </div>
    </Panel>
  );
}
