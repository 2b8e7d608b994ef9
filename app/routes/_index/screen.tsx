import type { ReactNode } from "react";
import { headlineClaim, riskTexts, sampleReturns } from "~/content/claims";
import { landing } from "~/content/landing";
import { messages } from "~/content/messages";
import { ButtonLink } from "~/ui/button";
import { FootnoteMark, Footnotes } from "~/ui/footnotes";
import { Icon } from "~/ui/icon";
import { Page } from "~/ui/page";
import { RiskNote } from "~/ui/risk-note";
import { SiteFooter } from "~/ui/site-footer";
import { PageMessage } from "./page-message";
import { RequestAccess } from "./request-access";
import { ReturnCard } from "./return-card";
import { SampleCask } from "./sample-cask";

export type LandingScreenProps = {
  /** The picture under the first action; a drawn sample cask stands in for it. */
  picture?: ReactNode;
  /** Further sections, between the sample returns and the sources. */
  children?: ReactNode;
};

export function LandingScreen({ picture, children }: LandingScreenProps) {
  return (
    <Page
      top={{
        action: (
          <ButtonLink href="/get-started?mode=login" look="quiet" wide={false}>
            {landing.logIn}
          </ButtonLink>
        ),
      }}
      footer={<SiteFooter />}
    >
      <PageMessage id="session-expired">{messages.sessionExpired}</PageMessage>
      <PageMessage id="signed-out">{messages.signedOut}</PageMessage>
      <section className="flex flex-col gap-4">
        <h1 className="display text-2xl">{headlineClaim.statement}</h1>
        <p className="text-lg text-peat-60">{landing.lead}</p>
        <RequestAccess />
        <p className="text-sm text-peat-60">
          {headlineClaim.period} {headlineClaim.limits}
          <FootnoteMark claim={headlineClaim} number={1} />
        </p>
      </section>
      {picture ?? <SampleCask />}
      <ul aria-label="How casks are kept" className="grid grid-cols-3 gap-2 text-center text-sm font-semibold">
        {landing.trust.map((badge) => (
          <li key={badge.word} className="flex flex-col items-center gap-1">
            <Icon name={badge.icon} size={24} className="text-copper" />
            {badge.word}
          </li>
        ))}
      </ul>
      <section aria-labelledby="returns-title" className="flex flex-col gap-4">
        <h2 id="returns-title" className="display text-xl">
          {landing.returnsTitle}
        </h2>
        <RiskNote>{riskTexts.past}</RiskNote>
        {sampleReturns.map((claim, index) => (
          <ReturnCard
            key={claim.id}
            claim={claim}
            number={index + 2}
            vessel={landing.sampleVessels[index] ?? "barrel"}
          />
        ))}
        <RiskNote>
          {riskTexts.short} {riskTexts.advice}
        </RiskNote>
      </section>
      {children}
      <Footnotes claims={[headlineClaim, ...sampleReturns]} />
    </Page>
  );
}
