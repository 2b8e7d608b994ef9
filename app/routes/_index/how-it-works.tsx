import { howItWorks } from "~/content/landing";
import { riskTexts } from "~/content/risk-texts";
import { RiskNote } from "~/ui/risk-note";
import { Section } from "./section";

export function HowItWorks({ fee }: { fee: string }) {
  return (
    <Section id="how-it-works" title={howItWorks.title} band>
      <ol className="flex flex-col gap-5">
        {howItWorks.steps(fee).map((step, index) => (
          <li key={step.title} className="flex gap-4">
            <span
              aria-hidden="true"
              className="figures flex size-8 shrink-0 items-center justify-center rounded-full bg-copper-soft font-semibold text-copper-deep"
            >
              {index + 1}
            </span>
            <div className="min-w-0">
              <h3 className="font-semibold">{step.title}</h3>
              <p className="text-sm text-peat-60">{step.text}</p>
            </div>
          </li>
        ))}
      </ol>
      <RiskNote>{riskTexts.holding}</RiskNote>
    </Section>
  );
}
