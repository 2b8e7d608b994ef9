import { activationUnlocks } from "~/content/casks";
import { joiningFeeIncludes, paymentTexts, stakeIncludes, topUpIncludes } from "~/content/payments";
import { topUpHref } from "~/ui/cask-display";
import { CaskGauge, type CaskType } from "~/ui/cask-gauge";
import { Locked } from "~/ui/locked";
import { Money } from "~/ui/money";
import { CheckList } from "~/ui/steps";

export type PaymentProduct =
  | { kind: "joining-fee" }
  /** `typed`: its amount in dollars; `error`: it may not be paid in. */
  | { kind: "top-up"; typed: string; error: string | null }
  | { kind: "cask"; caskId: string; caskName: string; caskType: CaskType; shareSold: number | null };

const INCLUDES = {
  "joining-fee": { ...joiningFeeIncludes, bullets: activationUnlocks },
  "top-up": topUpIncludes,
} as const;

export function PaymentSummary({
  product,
  amountCents,
  fees,
  refunds,
}: {
  product: PaymentProduct;
  amountCents: number | null;
  fees: string;
  refunds: string;
}) {
  const cask = product.kind === "cask" ? product : null;
  const includes = product.kind === "cask" ? stakeIncludes : INCLUDES[product.kind];
  return (
    <div className="flex flex-col gap-3 rounded-md border border-peat-30 p-4">
      <div className="flex flex-wrap items-center gap-x-4">
        {cask && <CaskGauge caskType={cask.caskType} filled={cask.shareSold} decorative />}
        <div className="min-w-0 flex-1 basis-40">
          <p className="text-sm text-peat-60">{cask ? paymentTexts.stakeIn : paymentTexts.oneTime}</p>
          <p className="display text-lg">{product.kind === "cask" ? product.caskName : INCLUDES[product.kind].name}</p>
        </div>
      </div>
      <div className="border-t border-peat-30 pt-3">
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <p>
            <span className="sr-only">{paymentTexts.amount}</span>
            {amountCents === null ? <Locked word /> : <Money cents={amountCents} size="big" />}
          </p>
          {product.kind === "top-up" && (
            <a
              href={topUpHref()}
              className="flex min-h-11 items-center text-sm text-copper underline underline-offset-4"
            >
              {topUpIncludes.change}
            </a>
          )}
        </div>
        <div className="mt-1 flex flex-col gap-1 text-sm text-peat-60">
          <p>{includes.note}</p>
          <p>{fees}</p>
          <p>{refunds}</p>
        </div>
      </div>
      <CheckList items={includes.bullets} />
    </div>
  );
}
