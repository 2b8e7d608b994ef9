import { sourceNotes } from "~/content/claims";
import type { ReactNode } from "react";
import { closing, disclaimers, howItWorks, landing } from "~/content/landing";
import { loginMessages } from "~/content/login-messages";
import type { PublicFigureTexts } from "~/content/public-figure-texts";
import { messages } from "~/content/messages";
import { ButtonLink } from "~/ui/button";
import { CalculatorShortForm } from "~/ui/calculator/short-form";
import { Footnotes } from "~/ui/footnotes";
import { Page } from "~/ui/page";
import { SiteFooter } from "~/ui/site-footer";
import { AppScreens } from "./app-screens";
import { Hero } from "./hero";
import { BlogLink, MarketSize } from "./market-size";
import { Ownership } from "./ownership";
import { NewestAudit } from "./newest-audit";
import { Questions } from "./questions";
import { RequestAccess } from "./request-access";
import { ConsistentReturns, SampleReturns } from "./sample-returns";
import { TrustBadges } from "./trust-badges";
import { WhatCanGoWrong } from "./what-can-go-wrong";
import { Section } from "./section";
import { Icon } from "~/ui/icon";
import { type Step, StepCask } from "~/ui/drawings/step-cask";

export function LandingScreen({ figures }: { figures: PublicFigureTexts }) {
  const enter = (
    <ButtonLink href="/get-started?mode=login" look="quiet" wide={false}>
      {landing.logIn}
    </ButtonLink>
  );
  return (
    <Page top={{ action: enter }} footer={<SiteFooter />}>
      <PageMessage id="session-expired">{messages.sessionExpired}</PageMessage>
      <PageMessage id="suspended">{loginMessages.suspended}</PageMessage>
      <PageMessage id="signed-out">{messages.signedOut}</PageMessage>
      <PageMessage id="account-closed">{messages.accountClosed}</PageMessage>
      <PageMessage id="signed-out-everywhere">{messages.signedOutEverywhere}</PageMessage>
      <Hero />
      <TrustBadges />
      <NewestAudit figures={figures} />
      <SampleReturns />
      <ConsistentReturns />
      <CalculatorShortForm>
        <RequestAccess />
      </CalculatorShortForm>
      <HowItWorks fee={figures.joiningFee} />
      <Ownership />
      <AppScreens />
      <WhatCanGoWrong />
      <MarketSize />
      <BlogLink />
      <Questions />
      <ClosingBand />
      <Disclaimers />
      <Footnotes notes={sourceNotes} />
    </Page>
  );
}

/** A visitor who has read this far finds the way in here, not three thousand pixels above. */
function ClosingBand() {
  return (
    <Section id="start" title={closing.title} band>
      <RequestAccess />
    </Section>
  );
}

function Disclaimers() {
  return (
    <Section id="disclaimers" title={disclaimers.title} small>
      <ul className="flex list-disc flex-col gap-1 pl-4 text-xs text-peat-60">
        {disclaimers.paragraphs.map((paragraph) => (
          <li key={paragraph}>{paragraph}</li>
        ))}
      </ul>
    </Section>
  );
}

/** Shown when the URL ends in `#` and its id, which takes neither a server nor a script. */
function PageMessage({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p
      id={id}
      role="status"
      className="hidden gap-3 rounded-md border border-peat-45 bg-barley p-3 text-sm font-semibold target:flex"
    >
      <Icon name="alert" className="text-copper" />
      {children}
    </p>
  );
}

function HowItWorks({ fee }: { fee: string }) {
  return (
    <Section id="how-it-works" title={howItWorks.title} band>
      <ol className="flex flex-col gap-2">
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
