import { sampleReturns } from "~/content/claims";
import { consistentReturns, landing } from "~/content/landing";
import { riskTexts } from "~/content/risk-texts";
import { RiskNote } from "~/ui/risk-note";
import { ReturnCard } from "./return-card";
import { Section } from "./section";

export function SampleReturns() {
  return (
    <Section id="returns" title={landing.returnsTitle}>
      {sampleReturns.map((claim) => (
        <ReturnCard key={claim.id} claim={claim} />
      ))}
      <p className="-mt-1 text-xs text-peat-60">{landing.returnsScale}</p>
      <RiskNote>
        {riskTexts.past} {riskTexts.short} {riskTexts.advice}
      </RiskNote>
    </Section>
  );
}

export function ConsistentReturns() {
  return (
    <Section id="consistent-returns" title={consistentReturns.title}>
      {consistentReturns.paragraphs.map((paragraph, index) => (
        <p key={paragraph} className={index === 0 ? undefined : "text-sm"}>
          {paragraph}
        </p>
      ))}
    </Section>
  );
}
