import { orderFormTexts as texts } from "~/content/market-texts";
import { marketPath, stakePath } from "~/content/page-paths";
import { costOf, feeOf, proceedsOf } from "~/domain/auction/amounts";
import type { MarketStake } from "~/areas/market/resale/market-stakes";
import type { TypedOrder } from "~/areas/market/resale/order-form";
import { Button } from "~/ui/button";
import { DefinitionRows } from "~/ui/definition-rows";
import { Field, fieldId } from "~/ui/field";
import type { CaskMarketView } from "./cask-screen";
import type { RefusedOrder } from "./refused-order";

type Props = { market: CaskMarketView; side: "buy" | "sell"; refused: RefusedOrder | null };

/** The form of one side, with what a stake costs or brings at a few limits. */
export function OrderForm({ market, side, refused }: Props) {
  const { facts, stakes } = market;
  const typed = refused?.typed?.side === side ? refused.typed : null;
  const errors = refused?.errors ?? {};
  if (side === "sell" && !stakes.some(({ not }) => !not))
    return (
      <>
        <p className="text-sm">{texts.sell.noStakes}</p>
        <NotOffered stakes={stakes} />
      </>
    );
  return (
    <>
      <form
        method="post"
        action={`${marketPath(facts.caskId)}&side=${side}`}
        noValidate
        className="flex flex-col gap-4"
      >
        <input type="hidden" name="intent" value={side} />
        <input type="hidden" name="cask" value={facts.caskId} />
        {side === "sell" ? (
          <StakeBoxes stakes={stakes} typed={typed} error={errors.stake} />
        ) : (
          <Field
            name="quantity"
            label={texts.buy.quantity}
            inputMode="numeric"
            autoComplete="off"
            maxLength={4}
            required
            defaultValue={typed?.quantity ?? "1"}
            {...(errors.quantity ? { error: errors.quantity, startHere: true } : {})}
          />
        )}
        <Field
          name="limit_price"
          label={texts[side].limit}
          hint={texts.hint(facts.highestCents, facts.lastValue)}
          prefix="$"
          inputMode="decimal"
          autoComplete="off"
          maxLength={15}
          required
          defaultValue={typed?.limit_price ?? ""}
          {...(errors.limit_price ? { error: errors.limit_price, startHere: true } : {})}
        />
        <AtLimits market={market} side={side} />
        <CarryOver isChosen={typed?.carry_over ?? false} />
        <Button>{texts[side].button}</Button>
        <p className="text-sm text-peat-60">{side === "buy" ? texts.buy.holds : texts.sell.advances}</p>
      </form>
      {side === "sell" && <NotOffered stakes={stakes} />}
    </>
  );
}

function CarryOver({ isChosen }: { isChosen: boolean }) {
  return (
    <div className="flex items-start gap-1">
      <input
        id={fieldId("carry_over")}
        type="checkbox"
        name="carry_over"
        value="yes"
        defaultChecked={isChosen}
        aria-describedby="field-carry_over-hint"
        className="pick"
      />
      <div className="min-w-0 py-2.5">
        <label htmlFor={fieldId("carry_over")} className="font-semibold">
          {texts.carryOver.label}
        </label>
        <p id="field-carry_over-hint" className="text-sm text-peat-60">
          {texts.carryOver.hint}
        </p>
      </div>
    </div>
  );
}

/** At the last valuation, a tenth below it, and at the highest limit. */
function AtLimits({ market: { facts }, side }: Pick<Props, "market" | "side">) {
  const { highestCents, feeBasisPoints, lastValue } = facts;
  const usual = lastValue?.valueCents ?? Math.ceil((highestCents * 10) / 11);
  const limits = [...new Set([Math.ceil((usual * 9) / 10), usual, highestCents])];
  return (
    <div className="rounded-md bg-barley p-3">
      <p className="mb-1 text-sm font-semibold">{texts[side].table}</p>
      <DefinitionRows
        tight
        rows={limits.map((limitCents) => {
          const totalCents =
            side === "buy" ? costOf(limitCents, feeBasisPoints) : proceedsOf(limitCents, 0, feeBasisPoints).creditCents;
          const feeCents = feeOf(limitCents, feeBasisPoints);
          return {
            label: texts.atLimit(limitCents),
            value: texts[side].row({ limitCents, feeCents, totalCents }),
          };
        })}
      />
    </div>
  );
}

type BoxesProps = { stakes: readonly MarketStake[]; typed: TypedOrder | null; error: string | undefined };

function StakeBoxes({ stakes, typed, error }: BoxesProps) {
  const offered = stakes.filter(({ not }) => !not);
  return (
    <fieldset aria-describedby={error ? "field-stake-error" : undefined}>
      <legend className="mb-2 font-semibold">{texts.sell.stakes}</legend>
      {error && (
        <p id="field-stake-error" className="mb-1 text-sm font-semibold text-brick">
          {error}
        </p>
      )}
      {offered.map(({ stakeId, number, advancedCents }, index) => {
        const id = index === 0 ? fieldId("stake") : `field-stake-${number}`;
        return (
          <div key={stakeId} className="flex items-start gap-1">
            <input
              id={id}
              type="checkbox"
              name="stake"
              value={stakeId}
              defaultChecked={typed ? typed.stakes.includes(stakeId) : offered.length === 1}
              className="pick"
            />
            <label htmlFor={id} className="min-w-0 py-2.5">
              <span className="font-semibold">{texts.sell.stake(number)}</span>
              {advancedCents > 0 && (
                <span className="block text-sm text-peat-60">{texts.sell.advanced(advancedCents)}</span>
              )}
            </label>
          </div>
        );
      })}
    </fieldset>
  );
}

/** Stakes that cannot be offered now, each with why and where to go. */
function NotOffered({ stakes }: { stakes: readonly MarketStake[] }) {
  const kept = stakes.flatMap(({ not, ...stake }) => (not ? [{ ...stake, not }] : []));
  if (kept.length === 0) return null;
  return (
    <ul className="flex flex-col gap-2 text-sm">
      {kept.map(({ stakeId, number, not }) => (
        <li key={stakeId}>
          <strong className="font-semibold">{texts.sell.stake(number)}</strong> {texts.sell.not[not]}
          <a
            href={stakePath(stakeId)}
            aria-label={texts.sell.toStakeOf(number)}
            className="flex min-h-11 items-center text-copper underline underline-offset-4"
          >
            {texts.sell.toStake}
          </a>
        </li>
      ))}
    </ul>
  );
}
