import { formatUsd } from "~/domain/money";
import type { Proceeds } from "~/domain/offers";
import { Button } from "~/ui/button";
import { DefinitionRows } from "~/ui/definition-rows";
import { Field } from "~/ui/field";
import { Panel } from "~/ui/panel";
import { ink } from "~/ui/pictures/ink";
import type { Selling } from "~/areas/resale/offer-stake";
import { type OfferRefusal, offerRefusals, sellTexts } from "~/areas/resale/texts";
import { TextLink } from "~/ui/text-link";

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
      {text} {to && <TextLink href={to.href}>{to.label}</TextLink>}
    </p>
  );
}

const BAR = 311;

/** The value as a bar from nothing, with the prices that are allowed marked on it, and the one that was typed. */
function PriceBand({ leastCents, mostCents, valuedCents, basisCents, preview }: Selling) {
  const x = (cents: number) => Math.round((cents * BAR) / (mostCents * 1.1));
  const [least, most, basis] = [x(leastCents), x(mostCents), x(basisCents)];
  return (
    <svg aria-hidden="true" viewBox={`0 0 ${BAR} 62`} className="chart">
      <text x={basis} y="11" textAnchor="end">
        {sellTexts.basis(valuedCents !== null)} {formatUsd(basisCents)}
      </text>
      <path d={`M1 18H${basis}v14H1z`} fill={ink.copper40} />
      <path d={`M1 18H${BAR - 1}v14H1z`} fill="none" stroke={ink.peat} strokeWidth="1.5" />
      <path d={`M${least} 32v8M${most} 32v8M${least} 38H${most}`} fill="none" stroke={ink.copper} strokeWidth="2.5" />
      {preview && <path d={`M${x(preview.priceCents)} 15v20`} stroke={ink.peat} strokeWidth="4" />}
      <g textAnchor="middle" fill={ink.peat} fontWeight="600">
        <text x={least} y="56">
          {formatUsd(leastCents)}
        </text>
        <text x={most} y="56">
          {formatUsd(mostCents)}
        </text>
      </g>
    </svg>
  );
}

/** The answer shown before it is opened; null: nothing is on offer. */
export const offeredAnswer = ({ offer }: Selling) => (offer ? sellTexts.offered(offer.priceCents) : null);

/** Offers a stake in two taps: a price and what it brings, then the offer. @param problem of what was just posted */
export function SellPanel({ selling, href, problem }: { selling: Selling; href: string; problem?: string | null }) {
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
              <PriceBand {...selling} />
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
