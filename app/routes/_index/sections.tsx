import { appScreens, consistentReturns, landing, ownership, SCREEN_WIDTH } from "~/content/landing";
import { riskTexts } from "~/content/risk-texts";
import { RiskNote } from "~/ui/risk-note";
import { RequestAccess, Section, SourceMark } from "./section";
import { type Claim, keepingClaims, sampleReturns, trustClaims } from "~/content/claims";
import { AUDIT_PATH, RACK_PATH } from "~/content/page-paths";
import { moreQuestions, type Question, questions, questionsTitle } from "~/content/faq";

const SHOWN = 5;

export function Questions() {
  return (
    <Section id="questions" title={questionsTitle}>
      <div className="divide-y divide-peat-30 border-y border-peat-30">
        {questions.slice(0, SHOWN).map((item) => (
          <Answer key={item.question} item={item} />
        ))}
        <details className="fold">
          <Summary>{moreQuestions}</Summary>
          <div className="divide-y divide-peat-30 border-t border-peat-30 pl-3">
            {questions.slice(SHOWN).map((item) => (
              <Answer key={item.question} item={item} />
            ))}
          </div>
        </details>
      </div>
    </Section>
  );
}

function Summary({ children }: { children: string }) {
  return (
    <summary className="flex min-h-11 cursor-pointer items-center justify-between gap-3 py-1 text-sm font-semibold hover:text-copper">
      {children}
    </summary>
  );
}

function Answer({ item }: { item: Question }) {
  return (
    <details className="fold">
      <Summary>{item.question}</Summary>
      <p className="pb-4 text-sm text-peat-60">{item.answer}</p>
    </details>
  );
}

const { bonded, insured, founders } = keepingClaims;
const facts: readonly Claim[] = [bonded, insured, trustClaims.secured];

const rowIdOf = (claim: Claim) => `own-${claim.id}`;

export function Ownership() {
  return (
    <Section id="ownership" title={ownership.title}>
      <p className="text-sm">{ownership.lead}</p>
      <figure>
        <a href={AUDIT_PATH} aria-label={ownership.rack} className="block">
          <img
            src={RACK_PATH}
            width="343"
            height="246"
            alt=""
            loading="lazy"
            className="aspect-343/246 w-full object-contain"
          />
        </a>
        <figcaption className="mt-1 text-xs text-peat-60">{ownership.rack}</figcaption>
      </figure>
      <dl className="flex flex-col gap-2 text-sm">
        {facts.map((claim) => (
          <div key={claim.id} id={rowIdOf(claim)} className="rounded-sm target:bg-copper-soft">
            <dt className="inline font-semibold">{claim.figure}. </dt>
            <dd className="inline text-peat-60">{claim.statement}</dd>
          </div>
        ))}
      </dl>
      <aside className="flex flex-col gap-2 border-l-2 border-copper-40 pl-3 text-xs text-peat-60">
        <div>
          <h3 className="font-semibold text-peat">{ownership.complianceTitle}</h3>
          <p>{ownership.compliance.join(" ")}</p>
          <p>{ownership.registration}</p>
        </div>
        <div id="founder-stakes">
          <h3 className="font-semibold text-peat">{ownership.foundersTitle}</h3>
          <p>
            {founders.statement} {ownership.founders} {founders.limits}
          </p>
        </div>
      </aside>
    </Section>
  );
}

export function AppScreens() {
  const { height, alt } = appScreens.picture;
  return (
    <Section id="app" title={appScreens.title}>
      <figure>
        <img
          src={appScreens.picture.src}
          width={SCREEN_WIDTH}
          height={height}
          alt={alt}
          loading="lazy"
          className="h-auto w-60 rounded-md border border-peat-30"
        />
        <figcaption className="mt-1 text-xs text-peat-60">{appScreens.lead}</figcaption>
      </figure>
    </Section>
  );
}

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
