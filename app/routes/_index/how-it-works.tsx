import { howItWorks } from "~/content/landing";
import { type Step, StepCask } from "~/ui/drawings/step-cask";
import { Section } from "./section";

export function HowItWorks({ fee }: { fee: string }) {
  return (
    <Section id="how-it-works" title={howItWorks.title} band>
      <ol className="flex flex-col gap-4">
        {howItWorks.steps(fee).map((step, index) => (
          <li key={step.title} className="flex gap-4">
            <StepCask step={(index + 1) as Step} />
            <div className="min-w-0">
              <h3 className="font-semibold">{`${index + 1}. ${step.title}`}</h3>
              <p className="text-sm text-peat-60">{step.text}</p>
            </div>
          </li>
        ))}
      </ol>
    </Section>
  );
}
