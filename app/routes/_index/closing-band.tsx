import { closing } from "~/content/landing";
import { riskTexts } from "~/content/risk-texts";
import { RequestAccess } from "./request-access";
import { Section } from "./section";

/** A visitor who has read this far finds the way in here, not three thousand pixels above. */
export function ClosingBand() {
  return (
    <Section id="start" title={closing.title} band>
      <RequestAccess />
      <p className="text-sm text-peat-60">{riskTexts.short}</p>
    </Section>
  );
}
