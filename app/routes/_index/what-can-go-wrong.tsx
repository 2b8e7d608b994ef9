import { riskTexts } from "~/content/risk-texts";
import { risks } from "~/content/landing";
import { Section } from "./section";

export function WhatCanGoWrong() {
  return (
    <Section id="risks" title={risks.title} band>
      <p className="text-sm font-semibold">{riskTexts.short}</p>
      <ul className="divide-y divide-peat-30">
        {risks.items.map((risk) => (
          <li key={risk.title} className="flex items-center gap-3 py-1 text-sm last:pb-0">
            {"drawing" in risk && (
              <img src={risk.drawing} width="88" height="122" alt="" loading="lazy" className="w-8" />
            )}
            <p className="min-w-0">
              <strong className="font-semibold">{risk.title}</strong> {risk.text}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
