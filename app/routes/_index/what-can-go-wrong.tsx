import { riskTexts } from "~/content/risk-texts";
import { risks } from "~/content/landing";
import { Section } from "./section";

export function WhatCanGoWrong() {
  return (
    <Section id="risks" title={risks.title} band>
      <p className="font-semibold">{riskTexts.short}</p>
      <ul className="flex flex-col gap-3">
        {risks.items.map((risk) => (
          <li key={risk.title} className="border-l-2 border-amber pl-3">
            <strong className="font-semibold">{risk.title}</strong> {risk.text}
          </li>
        ))}
      </ul>
    </Section>
  );
}
