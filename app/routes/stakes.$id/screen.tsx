import type { ReactNode } from "react";
import type { OfferRefusal, Selling } from "~/areas/resale/offer-stake";
import { offerRefusals, sellTexts } from "~/areas/resale/texts";
import { holdingTexts } from "~/content/holding-texts";
import { formatUsd } from "~/domain/money";
import type { Proceeds } from "~/domain/offers";
import { Badge, type BadgeTone } from "~/ui/badge";
import { Button } from "~/ui/button";
import { DefinitionRows } from "~/ui/definition-rows";
import { Field } from "~/ui/field";
import { MarkPanel } from "~/ui/mark-panel";
import { Money } from "~/ui/money";
import { OpenBids } from "~/ui/open-bids";
import { Page } from "~/ui/page";
import { Panel } from "~/ui/panel";
import { percentText } from "~/ui/percent-text";
import { StakeCask } from "~/ui/stake-cask";
import { ValueHistory } from "~/ui/value-history";
import { WithdrawalList } from "~/ui/withdrawal-list";
import type { HoldingPage } from "./holding-page";
import { Certificate, Cost, Documents, Ending, TheCask } from "./papers";
import { Return, Worth } from "./worth";

const link = "inline-flex min-h-11 items-center font-semibold text-copper underline underline-offset-4";

function Brings({ of, feeBasisPoints }: { of: Proceeds; feeBasisPoints: number }) {
  const { rows } = sellTexts;
  return (
    <DefinitionRows
      rows={[
        { label: rows.price, value: formatUsd(of.priceCents) },
        { label: rows.fee(feeBasisPoints), value: formatUsd(-of.feeCents) },
        ...(of.advancedCents > 0 ? [{ label: rows.advanced, value: formatUsd(-of.advancedCents) }] : []),
        { label: rows.credit, value: formatUsd(of.creditCents) },
      ]}
    />
  );
}

function Refused({ code }: { code: OfferRefusal }) {
  const { text, link: to } = offerRefusals[code];
  return (
    <p role={code === "price" ? "alert" : undefined}>
      {text}{" "}
      {to && (
        <a href={to.href} className={link}>
          {to.label}
        </a>
      )}
    </p>
  );
}

/** Offers a stake in two taps: a price and what it brings, then the offer. @param problem of what was just posted */
function SellPanel({ selling, href, problem }: { selling: Selling; href: string; problem?: string | null }) {
  const { offer, refused, preview, feeBasisPoints } = selling;
  if (offer)
    return (
      <Panel title={sellTexts.title} id="sell">
        <div className="flex flex-col gap-3 text-sm">
          {problem && <p role="alert">{problem}</p>}
          <p>{sellTexts.onOffer(offer.priceCents, offer.expiresAtMs)}</p>
          <Brings of={offer} feeBasisPoints={feeBasisPoints} />
          <form method="post" action={href}>
            <input type="hidden" name="intent" value="end-offer" />
            <Button look="secondary">{sellTexts.end}</Button>
          </form>
        </div>
      </Panel>
    );
  return (
    <Panel title={sellTexts.title} id="sell">
      <div className="flex flex-col gap-3 text-sm">
        {problem && <p role="alert">{problem}</p>}
        <p className="text-peat-60">{sellTexts.lead}</p>
        {refused !== "" ? (
          <Refused code={refused} />
        ) : (
          <>
            <form method="get" action={`${href}#sell`} className="flex flex-col gap-3">
              <Field
                name="price"
                label={sellTexts.price}
                prefix="$"
                inputMode="numeric"
                defaultValue={selling.typed}
                hint={sellTexts.band(selling.leastCents, selling.mostCents, selling.valuedCents !== null)}
                {...(selling.isWrong ? { error: sellTexts.wrong } : {})}
              />
              <Button look="secondary">{sellTexts.preview}</Button>
            </form>
            {preview && (
              <form method="post" action={href} className="flex flex-col gap-3">
                <Brings of={preview} feeBasisPoints={feeBasisPoints} />
                <p>{sellTexts.hold}</p>
                <input type="hidden" name="intent" value="offer" />
                <input type="hidden" name="price" value={preview.priceCents / 100} />
                <Button>{sellTexts.confirm(preview.priceCents)}</Button>
              </form>
            )}
          </>
        )}
        <p className="text-xs text-peat-60">{sellTexts.median(selling.medianDays)}</p>
      </div>
    </Panel>
  );
}

type Props = { page: HoldingPage };

function Entry({ head, children, aside }: { head: ReactNode; children: ReactNode; aside: ReactNode }) {
  return (
    <li className="flex flex-wrap justify-between gap-x-4 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-36">
        <p className="figures font-semibold">{head}</p>
        <div className="figures text-sm text-peat-60 wrap-anywhere">{children}</div>
      </div>
      <div className="ml-auto text-right">{aside}</div>
    </li>
  );
}

/** Every one, the issue price as well: it is where the values start. What was corrected stays in sight. */
function Valuations({ page: { valuations, valueRecord } }: Props) {
  const texts = holdingTexts.valuations;
  return (
    <Panel title={texts.title}>
      {valuations.length > 0 && <p className="mb-3 text-sm text-peat-60">{texts.note}</p>}
      <ValueHistory values={valuations} record={valueRecord} />
    </Panel>
  );
}

const tones: Record<HoldingPage["cycles"][number]["state"], BadgeTone> = {
  running: "neutral",
  ready: "gain",
  later: "neutral",
  progress: "attention",
  paid: "gain",
  nothing: "neutral",
  unvalued: "neutral",
};

function Cycles({ page: { cycles } }: Props) {
  const texts = holdingTexts.cycles;
  return (
    <Panel title={texts.title}>
      <ul className="divide-y divide-peat-30">
        {cycles.map(({ cycleNumber, startsOn, endsOn, state, amountCents, percent }) => (
          <Entry
            key={cycleNumber}
            head={texts.cycle(cycleNumber)}
            aside={
              <>
                {amountCents !== null && <Money cents={amountCents} />}
                <p>
                  <Badge tone={tones[state]}>{texts.states[state]}</Badge>
                </p>
              </>
            }
          >
            <p>{texts.span(startsOn, endsOn)}</p>
            {percent !== null && <p>{texts.percent(percentText(percent))}</p>}
          </Entry>
        ))}
      </ul>
      <p className="mt-3 text-xs text-peat-60">
        {texts.note} {texts.advance}
      </p>
    </Panel>
  );
}

function Withdrawals({ page: { withdrawals, href } }: Props) {
  return (
    <Panel title={holdingTexts.withdrawals.title}>
      <WithdrawalList rows={withdrawals} here={href} />
    </Panel>
  );
}

type HoldingScreenProps = {
  page: HoldingPage;
  /** null: it cannot be sold to other investors where the viewer is. */
  selling: Selling | null;
  /** Of what was just posted about an offer. */
  problem: string | null;
};

/** The story of one stake from top to bottom: what it is, is worth and brings; what it cost; and what proves it. */
export function HoldingScreen({ page, selling, problem }: HoldingScreenProps) {
  const { caskName, caskType, number, totalStakes } = page.figures;
  return (
    <Page
      top={{ back: { href: "/wallet?tab=portfolio", label: holdingTexts.wallet } }}
      tabs={{ current: "holdings", activated: page.activated }}
    >
      <header className="bleed-barley -mx-4 -mt-2 flex flex-wrap items-center gap-x-4 gap-y-2 bg-barley px-4 py-4">
        <StakeCask caskType={caskType} number={number} totalStakes={totalStakes} size="large" />
        <div className="min-w-0 flex-1 basis-44">
          <p className="figures text-sm text-peat-60">{page.stake}</p>
          <h1 className="display text-xl wrap-anywhere max-[22.4rem]:text-lg">{caskName}</h1>
          {page.facts.map((line) => (
            <p key={line} className="text-sm text-peat-60">
              {line}
            </p>
          ))}
          {page.sold && <p className="font-semibold">{page.sold}</p>}
        </div>
      </header>
      <OpenBids bids={page.bids} />
      <Worth page={page} />
      {page.figures.state === "active" && <Return page={page} />}
      {selling && <SellPanel selling={selling} href={page.href} problem={problem} />}
      <Cost page={page} />
      <Valuations page={page} />
      {page.cycles.length > 0 && <Cycles page={page} />}
      {page.withdrawals.length > 0 && <Withdrawals page={page} />}
      <Certificate page={page} />
      {page.audit && <MarkPanel line={page.audit} proof={page.proof} />}
      <Documents page={page} />
      <Ending page={page} />
      <TheCask page={page} />
    </Page>
  );
}
