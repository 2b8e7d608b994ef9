import { formatUsd } from "~/domain/money";
import type { Proceeds } from "~/domain/offers";
import { Button } from "~/ui/button";
import { DefinitionRows } from "~/ui/definition-rows";
import { Field } from "~/ui/field";
import { Panel } from "~/ui/panel";
import type { OfferRefusal } from "~/areas/resale/offer-stake";
import type { Selling } from "~/areas/resale/read-selling";
import { offerRefusals, sellTexts as texts } from "~/areas/resale/texts";

const link = "inline-flex min-h-11 items-center font-semibold text-copper underline underline-offset-4";

function Brings({ of, feeBasisPoints }: { of: Proceeds; feeBasisPoints: number }) {
  const { rows } = texts;
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
export function SellPanel({ selling, href, problem }: { selling: Selling; href: string; problem?: string | null }) {
  const { offer, refused, preview, feeBasisPoints } = selling;
  if (offer)
    return (
      <Panel title={texts.title} id="sell">
        <div className="flex flex-col gap-3 text-sm">
          {problem && <p role="alert">{problem}</p>}
          <p>{texts.onOffer(offer.priceCents, offer.expiresAtMs)}</p>
          <Brings of={offer} feeBasisPoints={feeBasisPoints} />
          <form method="post" action={href}>
            <input type="hidden" name="intent" value="end-offer" />
            <Button look="secondary">{texts.end}</Button>
          </form>
        </div>
      </Panel>
    );
  return (
    <Panel title={texts.title} id="sell">
      <div className="flex flex-col gap-3 text-sm">
        {problem && <p role="alert">{problem}</p>}
        <p className="text-peat-60">{texts.lead}</p>
        {refused !== "" ? (
          <Refused code={refused} />
        ) : (
          <>
            <form method="get" action={`${href}#sell`} className="flex flex-col gap-3">
              <Field
                name="price"
                label={texts.price}
                prefix="$"
                inputMode="numeric"
                defaultValue={selling.typed}
                hint={texts.band(selling.leastCents, selling.mostCents, selling.valuedCents !== null)}
                {...(selling.isWrong ? { error: texts.wrong } : {})}
              />
              <Button look="secondary">{texts.preview}</Button>
            </form>
            {preview && (
              <form method="post" action={href} className="flex flex-col gap-3">
                <Brings of={preview} feeBasisPoints={feeBasisPoints} />
                <p>{texts.hold}</p>
                <input type="hidden" name="intent" value="offer" />
                <input type="hidden" name="price" value={preview.priceCents / 100} />
                <Button>{texts.confirm(preview.priceCents)}</Button>
              </form>
            )}
          </>
        )}
        <p className="text-xs text-peat-60">{texts.median(selling.medianDays)}</p>
      </div>
    </Panel>
  );
}
