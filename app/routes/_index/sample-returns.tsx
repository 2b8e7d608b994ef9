import { sampleReturns } from "~/content/claims";
import { consistentReturns, landing } from "~/content/landing";
import { riskTexts } from "~/content/risk-texts";
import { RiskNote } from "~/ui/risk-note";
import { Section } from "./section";
import { RequestAccess } from "./request-access";
import { SourceMark } from "./source-mark";

const STAVE = { width: 311, height: 16 } as const;
const END = 25;
const HOOPS = [5, 10, 15, 20];

const staveX = (percent: number): number =>
  Math.round((Math.min(Math.max(percent, 0), END) / END) * STAVE.width * 10) / 10;

function StaveBar({ reaches }: { reaches: number }) {
  const { width, height } = STAVE;
  return (
    <svg aria-hidden="true" viewBox={`0 0 ${width} ${height}`} fill="none" className="h-auto w-full stroke-peat">
      <rect x=".75" y=".75" width={width - 1.5} height={height - 1.5} rx="3" className="fill-copper-soft" />
      <rect x=".75" y=".75" width={reaches} height={height - 1.5} rx="3" stroke="none" className="fill-copper" />
      <path d={HOOPS.map((hoop) => `M${staveX(hoop)} 1v14`).join("")} />
      <rect x=".75" y=".75" width={width - 1.5} height={height - 1.5} rx="3" strokeWidth="1.5" />
    </svg>
  );
}

export function SampleReturns() {
  return (
    <Section id="returns" title={landing.returnsTitle}>
      {sampleReturns.map((claim) => (
        <ReturnCard key={claim.id} claim={claim} />
      ))}
      <p className="-mt-2 text-xs text-peat-60">
        {landing.returnsScale}
        <SourceMark claim={sampleReturns[0]} />
      </p>
      <RiskNote small>
        {riskTexts.past} {riskTexts.short} {riskTexts.advice}
      </RiskNote>
    </Section>
  );
}

export function ConsistentReturns() {
  return (
    <Section id="consistent-returns" title={consistentReturns.title}>
      {consistentReturns.paragraphs.map((paragraph) => (
        <p key={paragraph} className="text-sm">
          {paragraph}
        </p>
      ))}
    </Section>
  );
}

function ReturnCard({ claim }: { claim: (typeof sampleReturns)[number] }) {
  const titleId = `${claim.id}-title`;
  return (
    <article aria-labelledby={titleId} className="flex flex-col gap-1.5 rounded-md border border-peat-30 px-3 py-2.5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h3 id={titleId} className="display text-xl">
          {claim.figure}
        </h3>
        <RequestAccess look="secondary" describedBy={titleId} wide={false} />
      </div>
      <p className="text-sm">
        <span className="font-semibold">{claim.statement}</span>
        <br />
        <span className="text-peat-60">{claim.inShort}</span>
      </p>
      <StaveBar reaches={staveX(claim.percent)} />
    </article>
  );
}
