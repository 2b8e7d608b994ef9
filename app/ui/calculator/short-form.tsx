import type { ReactNode } from "react";
import { shortFormTexts as texts } from "~/content/calculator-texts";
import { feesPage } from "~/content/fee-texts";
import { formatUsd } from "~/domain/money";
import { type Holding, type Sale, threeCases } from "~/domain/sale-outcome";
import { riskTexts } from "~/content/risk-texts";
import { Badge } from "../badge";
import { ButtonLink } from "../button";
import { briefRows, ThreeCases } from "./three-cases";

// Made up, and told so: no cask of ours.
const CASK = { loaDecilitres: 1_000, totalStakes: 50, costPerStakeCents: 50_000, stakes: 1 };
const SALE: Sale = { years: 3, perLitreCents: 32_000, saleCostBasisPoints: 500, storageCents: 0 };
/** Without the joining fee, which is a setting: a file that anyone can read must not be wrong about it. */
const HELD: Holding = { ...CASK, joiningFeeCents: 0 };

/**
 * For the landing page: what the calculator does, shown with an example. No script, and no figure of a real cask.
 * @param children the way on to the real one
 */
export function CalculatorShortForm({ children }: { children: ReactNode }) {
  const cask = { litres: String(CASK.loaDecilitres / 10), stakes: CASK.totalStakes };
  return (
    <section id="work-it-out" aria-labelledby="work-it-out-title" className="flex flex-col gap-3">
      <h2 id="work-it-out-title" className="display text-xl">
        {texts.title}
      </h2>
      <p className="text-sm">
        <Badge tone="copper">{texts.badge}</Badge> {texts.lead}{" "}
        {texts.cask({ ...cask, price: formatUsd(CASK.costPerStakeCents) })}
      </p>
      <ThreeCases
        cases={threeCases(HELD, SALE)}
        rows={briefRows(texts.net)}
        caption={texts.asked({ years: SALE.years, perLitre: formatUsd(SALE.perLitreCents), costs: "5%" })}
      />
      <p className="text-xs text-peat-60">
        {riskTexts.short} {texts.own}
      </p>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div>{children}</div>
        <ButtonLink href={feesPage.path} look="quiet" wide={false}>
          {texts.fees}
        </ButtonLink>
      </div>
    </section>
  );
}
