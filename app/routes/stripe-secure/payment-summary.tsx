import { activationUnlocks } from "~/content/casks";
import { joiningFeeIncludes, paymentTexts, stakeIncludes } from "~/content/payments";
import type { Offer } from "~/areas/buying/offer-view";
import { formatUsd } from "~/domain/money";
import { CaskGauge, type CaskType } from "~/ui/cask-gauge";
import { Locked } from "~/ui/locked";
import { Money } from "~/ui/money";
import { CheckList } from "~/ui/steps";

export type PaymentProduct =
  | { kind: "joining-fee" }
  | {
      kind: "cask";
      caskId: string;
      caskName: string;
      caskType: CaskType;
      shareSold: number | null;
      /** The stake of another investor. */
      resale?: NonNullable<Offer["resale"]>;
    };

const feeIncludes = { ...joiningFeeIncludes, bullets: activationUnlocks };

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
  const includes = cask ? stakeIncludes : feeIncludes;
  return (
    <div className="flex flex-col gap-3 rounded-md border border-peat-30 p-4">
      <div className="flex flex-wrap items-center gap-x-4">
        {cask && <CaskGauge caskType={cask.caskType} filled={cask.shareSold} decorative />}
        <div className="min-w-0 flex-1 basis-40">
          <p className="text-sm text-peat-60">
            {cask?.resale
              ? paymentTexts.stakeOfInvestor(cask.resale.number)
              : cask
                ? paymentTexts.stakeIn
                : paymentTexts.oneTime}
          </p>
          <p className="display text-lg">{cask ? cask.caskName : feeIncludes.name}</p>
        </div>
      </div>
      <div className="border-t border-peat-30 pt-3">
        <p>
          <span className="sr-only">{paymentTexts.amount}</span>
          {amountCents === null ? <Locked word /> : <Money cents={amountCents} size="big" />}
        </p>
        <div className="mt-1 flex flex-col gap-1 text-sm text-peat-60">
          <p>
            {cask?.resale
              ? paymentTexts.resale(formatUsd(cask.resale.priceCents), formatUsd(cask.resale.feeCents))
              : includes.note}
          </p>
          <p>{fees}</p>
          <p>{refunds}</p>
        </div>
      </div>
      <CheckList items={includes.bullets} />
    </div>
  );
}
