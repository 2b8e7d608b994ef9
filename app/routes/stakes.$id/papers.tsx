import type { ReactNode } from "react";
import { holdingTexts } from "~/content/holding-texts";
import { TIMES_PATH } from "~/content/page-paths";
import { dateOf, formatDate } from "~/domain/calendar-date";
import { formatUsd } from "~/domain/money";
import { DefinitionRows } from "~/ui/definition-rows";
import { Money } from "~/ui/money";
import { Panel } from "~/ui/panel";
import { warehouseRow } from "~/ui/warehouse-row";
import { WaysOutList } from "~/ui/ways-out-list";
import type { HoldingPage } from "./holding-page";

type Props = { page: HoldingPage };

const link = "inline-flex min-h-11 min-w-11 items-center font-semibold text-copper underline underline-offset-4";

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

export function Cost({ page: { figures, cost, storagePaidUntil } }: Props) {
  const texts = holdingTexts.cost;
  const { joiningFee } = cost;
  const rows = [
    {
      label: texts.price,
      value: (
        <Paid
          cents={figures.priceCents}
        >{`${cost.mode === null ? texts.paidToInvestor : texts.paidBy[cost.mode]}, ${formatDate(figures.purchasedOn)}`}</Paid>
      ),
    },
    { label: texts.onTop, value: cost.onTopCents === 0 ? texts.none : <Money cents={cost.onTopCents} /> },
    { label: texts.total, value: <Money cents={cost.paidCents} /> },
    ...(joiningFee
      ? [
          {
            label: texts.joiningFee,
            value: <Paid cents={joiningFee.cents}>{texts.joiningFeeOnce(joiningFee.paidOn)}</Paid>,
          },
        ]
      : []),
  ];
  return (
    <Panel title={texts.title}>
      <DefinitionRows rows={rows} />
      <div className="mt-3">
        <Line>
          {texts.included} {storagePaidUntil && texts.storage(storagePaidUntil)}
        </Line>
      </div>
    </Panel>
  );
}

export function Certificate({ page: { certificate } }: Props) {
  const texts = holdingTexts.certificate;
  const { href, code, rawCode, state } = certificate;
  if (state !== "issued" || !href) {
    return (
      <Panel title={texts.title}>
        <Line>{texts.states[state === "issued" ? "none" : state]}</Line>
        {state === "pending" && (
          <a href={TIMES_PATH} className={link}>
            {texts.times}
          </a>
        )}
      </Panel>
    );
  }
  return (
    <Panel
      title={texts.title}
      action={
        <a href={href} className={link}>
          {texts.download}
        </a>
      }
    >
      <DefinitionRows
        rows={[
          ...(certificate.issuedOn ? [{ label: texts.issued, value: formatDate(certificate.issuedOn) }] : []),
          ...(code ? [{ label: texts.code, value: code }] : []),
        ]}
      />
      {rawCode && (
        <a href={`/verify/${rawCode}`} className={`${link} text-sm`}>
          {texts.verify}
        </a>
      )}
    </Panel>
  );
}

export function Documents({ page: { documents, href, nowMs } }: Props) {
  const texts = holdingTexts.documents;
  const today = dateOf(nowMs);
  return (
    <Panel title={texts.title}>
      {documents.length === 0 ? (
        <Line>{texts.none}</Line>
      ) : (
        <ul className="divide-y divide-peat-30">
          {documents.map(({ id, kind, issuer, issuedOn, expiresOn }) => (
            <li key={id} className="flex items-center justify-between gap-4 py-2 first:pt-0 last:pb-0">
              <div className="min-w-0">
                <p className="font-semibold">{texts.kinds[kind]}</p>
                <Line>{texts.from(issuer, issuedOn)}</Line>
                {expiresOn && (
                  <p className={`text-sm ${expiresOn < today ? "text-brick" : "text-peat-60"}`}>
                    {(expiresOn < today ? texts.expired : texts.expires)(expiresOn)}
                  </p>
                )}
              </div>
              <a href={`${href}/documents/${id}`} className={link}>
                {texts.open}
                <span className="sr-only">{` ${texts.kinds[kind]}`}</span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

export function Ending({ page }: Props) {
  const { exit, figures } = page;
  const texts = holdingTexts.exit;
  if (!exit) {
    return (
      <Panel title={texts.title} look="barley">
        <WaysOutList />
        <p className="mt-3 text-sm text-peat-60">{texts.open}</p>
      </Panel>
    );
  }
  return (
    <Panel title={texts.kinds[exit.kind]}>
      <DefinitionRows
        rows={[
          { label: texts.on, value: exit.soldOn },
          { label: texts.to, value: texts.buyers[exit.buyerKind] },
          { label: texts.gross, value: formatUsd(exit.grossCents) },
          { label: texts.fees, value: formatUsd(exit.feesCents) },
          { label: texts.perStake, value: formatUsd(exit.netPerStakeCents) },
          ...(figures.advancedCents > 0 && figures.creditedCents !== null
            ? [
                { label: texts.advance, value: formatUsd(figures.advancedCents) },
                { label: texts.credited, value: formatUsd(figures.creditedCents) },
              ]
            : []),
        ]}
      />
      <div className="mt-3">
        <Line>{texts.stakes(exit.stakes)}</Line>
        <Line>{texts.source[exit.kind]}</Line>
        <a href={`/exits#${page.caskId}`} className={link}>
          {texts.all}
        </a>
      </div>
    </Panel>
  );
}

export function TheCask({ page: { cask, caskHref, caskId } }: Props) {
  const texts = holdingTexts.cask;
  return (
    <Panel title={texts.title}>
      <DefinitionRows rows={warehouseRow(cask.warehouse, cask.confirmed)} />
      <div className="flex flex-wrap gap-x-6">
        <a href={caskHref} className={link}>
          {texts.page}
        </a>
        <a href={`/evidence?cask=${caskId}`} className={link}>
          {texts.proof}
        </a>
      </div>
    </Panel>
  );
}
