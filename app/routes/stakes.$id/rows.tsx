import type { ReactNode } from "react";
import { advanceTexts } from "~/content/advance-texts";
import { holdingTexts } from "~/content/holding-texts";
import { cancelPath, stakePath, TIMES_PATH } from "~/content/page-paths";
import { cancelTexts } from "~/content/support-texts";
import { dateOf, formatDate } from "~/domain/calendar-date";
import { groupCode } from "~/domain/certificate-code";
import { formatUsd } from "~/domain/money";
import { DOCUMENT_KINDS, documentNames, sayConfirmed } from "~/content/casks";
import { Badge, type BadgeTone } from "~/ui/badge";
import { type DefinitionRow, DefinitionRows } from "~/ui/definition-rows";
import { Fold } from "~/ui/fold";
import { MarkRows } from "~/ui/mark-panel";
import { Money } from "~/ui/money";
import { percentText } from "~/ui/percent-text";
import { Legend, LegendLine } from "~/ui/pictures/marks";
import { valueAuthors, valueCount, ValueHistory } from "~/ui/value-history";
import { warehouseRow } from "~/ui/warehouse-row";
import { WaysOutList } from "~/ui/ways-out-list";
import { WithdrawalList } from "~/ui/withdrawal-list";
import type { HoldingPage } from "./route";
import { TextLink } from "~/ui/text-link";

type Props = { page: HoldingPage };

function Line({ children }: { children: ReactNode }) {
  return <p className="text-sm text-peat-60">{children}</p>;
}

function Paid({ cents, children }: { cents: number; children: string }) {
  return (
    <>
      <Money cents={cents} />
      <span className="block text-xs font-normal text-peat-60">{children}</span>
    </>
  );
}

export function Certificate({ page: { certificate, cost, audit, proof } }: Props) {
  const texts = holdingTexts.certificate;
  const { href, code, state, issuedOn } = certificate;
  const isIssued = state === "issued" && href !== null;
  const without = texts.states[state === "issued" ? "none" : state];
  return (
    <Fold title={texts.title} answer={isIssued && code ? `PDF · ${groupCode(code)}` : without}>
      <p className="flex flex-wrap gap-x-6">
        {isIssued && <TextLink href={href}>{texts.download}</TextLink>}
        <TextLink href={`/receipts/${cost.paymentId}.pdf`}>{texts.receipt}</TextLink>
        {state === "pending" && <TextLink href={TIMES_PATH}>{texts.times}</TextLink>}
        {isIssued && code && <TextLink href={`/verify/${code}`}>{texts.verify}</TextLink>}
      </p>
      {isIssued && issuedOn && <DefinitionRows rows={[{ label: texts.issued, value: formatDate(issuedOn) }]} />}
      {audit && <MarkRows found={audit} proof={proof} />}
    </Fold>
  );
}

export function Cost({ page: { figures, cost, storagePaidUntil } }: Props) {
  const texts = holdingTexts.cost;
  const { mode, onTopCents, paidCents } = cost;
  const paidHow = `${texts.paidBy[mode]}, ${formatDate(figures.purchasedOn)}`;
  return (
    <Fold title={texts.title} answer={texts.short(formatUsd(paidCents), storagePaidUntil)}>
      <DefinitionRows
        rows={[
          { label: texts.price, value: <Paid cents={figures.priceCents}>{paidHow}</Paid> },
          { label: texts.onTop, value: onTopCents === 0 ? texts.none : <Money cents={onTopCents} /> },
          { label: texts.total, value: <Money cents={paidCents} /> },
        ]}
      />
      <Line>{texts.included}</Line>
      <TextLink href={cancelPath(cost.paymentId)}>{cancelTexts.title}</TextLink>
    </Fold>
  );
}

/** Every one, the issue price as well: it is where the values start. What was corrected stays in sight. */
export function Values({ page: { figures, chart, valuations, paidInAll } }: Props) {
  const texts = holdingTexts.valuations;
  const { value, priceCents, advancedCents, soldOn } = figures;
  const ofItsTime = valuations.filter(({ valuedOn }) => soldOn === null || valuedOn <= soldOn);
  const newest = ofItsTime.find(({ corrected, tier }) => corrected === null && tier !== "issue");
  const answer =
    newest && (value || soldOn !== null)
      ? texts.short(formatUsd(priceCents), formatUsd(newest.valueCents), valueAuthors[newest.author ?? "unknown"].made)
      : texts.none;
  return (
    <Fold title={valueCount(valuations.length)} answer={answer}>
      {chart && (
        <Legend kinds={chart.marks.map(({ kind }) => kind)}>
          <LegendLine dashed>price paid</LegendLine>
        </Legend>
      )}
      {value && advancedCents > 0 && <Line>{advanceTexts.worth(value.cents, advancedCents)}</Line>}
      <DefinitionRows rows={[...partsOf(figures), ...paidRows(paidInAll)]} />
      <p className="mb-3 text-sm text-peat-60">{valuations.length > 0 && texts.note}</p>
      <ValueHistory values={valuations} />
    </Fold>
  );
}

/** Only what is realised is already the investor's money. */
function partsOf({ gain, realisedCents, unrealisedCents, soldForCents }: HoldingPage["figures"]): DefinitionRow[] {
  if (!gain || realisedCents === 0) return [];
  const texts = holdingTexts.worth;
  const label = soldForCents === null ? texts.realised : texts.result;
  const rows: DefinitionRow[] = [{ label, value: <Money cents={realisedCents} change /> }];
  if (unrealisedCents !== null) rows.push({ label: texts.unrealised, value: <Money cents={unrealisedCents} change /> });
  return rows;
}

function paidRows(paid: HoldingPage["paidInAll"]): DefinitionRow[] {
  if (!paid) return [];
  const cents = paid.returnsCents + (paid.saleCents ?? 0);
  return [{ label: "Paid to you for this stake", value: <Paid cents={cents}>{advanceTexts.parts(paid)}</Paid> }];
}

export function IsItReal({ page: { cask, figures, documents, nowMs } }: Props) {
  const texts = holdingTexts.documents;
  const today = dateOf(nowMs);
  const known = new Set(documents.filter(({ expiresOn }) => !expiresOn || expiresOn >= today).map(({ kind }) => kind));
  return (
    <Fold
      title={texts.title}
      answer={
        <>
          {known.size === 0 ? (
            texts.none
          ) : (
            <strong className={`font-semibold ${known.size === DOCUMENT_KINDS ? "text-moss" : "text-amber"}`}>
              {texts.have(known.size)}
            </strong>
          )}
          {cask.confirmed && (
            <span className={cask.confirmed.state === "confirmed" ? "" : "text-brick"}>
              {` · ${sayConfirmed(cask.confirmed)}`}
            </span>
          )}
        </>
      }
    >
      <ul className="divide-y divide-peat-30">
        {documents.map(({ id, kind, issuer, issuedOn, expiresOn }) => (
          <li key={id} className="flex items-center justify-between gap-4 py-2">
            <div className="min-w-0">
              <p className="font-semibold">{documentNames[kind]}</p>
              <Line>{texts.from(issuer, issuedOn)}</Line>
              {expiresOn && (
                <p className={`text-sm ${expiresOn < today ? "text-brick" : "text-peat-60"}`}>
                  {(expiresOn < today ? texts.expired : texts.expires)(expiresOn)}
                </p>
              )}
            </div>
            <TextLink href={`${stakePath(figures.stakeId)}/documents/${id}`}>
              {texts.open}
              <span className="sr-only">{` ${documentNames[kind]}`}</span>
            </TextLink>
          </li>
        ))}
      </ul>
      <DefinitionRows rows={warehouseRow(cask.warehouse, cask.confirmed)} />
      <TextLink href={`/evidence?cask=${figures.caskId}`}>{holdingTexts.cask.proof}</TextLink>
    </Fold>
  );
}

/** A way to sell. `isOpen`: something in it waits for the reader; `answer`: shown before it is opened. */
export type Sell = { isOpen: boolean; answer: string | null; panel: ReactNode };

export function WaysOut({ page, sell }: Props & { sell: Sell | null }) {
  const { exit, withdrawals, bids, figures } = page;
  const texts = holdingTexts.waysOut;
  if (exit) return <Ended page={page} exit={exit} />;
  if (figures.soldOn !== null) return null;
  const answer = sell?.answer ?? (bids.length > 0 ? texts.bid : texts.short);
  return (
    <Fold title={texts.title} answer={answer} open={sell?.isOpen ?? false}>
      {sell && <div className="mb-3">{sell.panel}</div>}
      {page.cycles.length > 0 && <Cycles page={page} />}
      {withdrawals.length > 0 && <WithdrawalList rows={withdrawals} here={stakePath(figures.stakeId)} />}
      <WaysOutList />
    </Fold>
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
    <>
      <DefinitionRows
        rows={cycles.map(({ cycleNumber, startsOn, endsOn, state, amountCents, percent }) => ({
          label: `${texts.cycle(cycleNumber)}, ${texts.span(startsOn, endsOn)}`,
          value: (
            <>
              {amountCents !== null && <Money cents={amountCents} />}{" "}
              <Badge tone={tones[state]}>{texts.states[state]}</Badge>
              {percent !== null && (
                <span className="block text-xs font-normal text-peat-60">{texts.percent(percentText(percent))}</span>
              )}
            </>
          ),
        }))}
      />
      <p className="my-3 text-xs text-peat-60">{texts.note}</p>
    </>
  );
}

function Ended({ page: { figures }, exit }: Props & { exit: NonNullable<HoldingPage["exit"]> }) {
  const texts = holdingTexts.exit;
  const { advancedCents, creditedCents } = figures;
  const credited =
    advancedCents > 0 && creditedCents !== null
      ? [
          { label: texts.advance, value: formatUsd(advancedCents) },
          { label: texts.credited, value: formatUsd(creditedCents) },
        ]
      : [];
  return (
    <Fold title={texts.kinds[exit.kind]} answer={`${formatDate(exit.soldOn)}, ${formatUsd(exit.grossCents)}`}>
      <DefinitionRows
        rows={[
          { label: texts.to, value: texts.buyers[exit.buyerKind] },
          { label: texts.gross, value: formatUsd(exit.grossCents) },
          { label: texts.fees, value: formatUsd(exit.feesCents) },
          { label: texts.perStake, value: formatUsd(exit.netPerStakeCents) },
          ...credited,
        ]}
      />
      <Line>
        {texts.stakes(exit.stakes)} {texts.source[exit.kind]}
      </Line>
      <TextLink href={`/exits#${figures.caskId}`}>{texts.all}</TextLink>
    </Fold>
  );
}
