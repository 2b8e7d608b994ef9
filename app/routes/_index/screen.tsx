import { sourceNotes } from "~/content/claims";
import { useContext } from "react";
import { landing } from "~/content/landing";
import type { LiveTexts } from "~/content/live-texts";
import { messages } from "~/content/messages";
import { siteTexts } from "~/content/site-texts";
import { ButtonLink } from "~/ui/button";
import { CalculatorShortForm } from "~/ui/calculator/short-form";
import { Footnotes } from "~/ui/footnotes";
import { Page } from "~/ui/page";
import { RenderContext } from "~/ui/render-context";
import { SiteFooter } from "~/ui/site-footer";
import { AppScreens } from "./app-screens";
import { ClosingBand } from "./closing-band";
import { Disclaimers } from "./disclaimers";
import { Fees } from "./fees";
import { Hero } from "./hero";
import { HowItWorks } from "./how-it-works";
import { BlogLink, MarketSize } from "./market-size";
import { FounderStakes, Ownership } from "./ownership";
import { NewestAudit } from "./newest-audit";
import { PageMessage } from "./page-message";
import { Questions } from "./questions";
import { RequestAccess } from "./request-access";
import { ConsistentReturns, SampleReturns } from "./sample-returns";
import { TrustBadges } from "./trust-badges";
import { WhatCanGoWrong } from "./what-can-go-wrong";

export type LandingScreenProps = {
  live: LiveTexts;
};

export function LandingScreen({ live }: LandingScreenProps) {
  const { signedIn } = useContext(RenderContext);
  const way = signedIn
    ? { href: "/wallet", label: siteTexts.wallet }
    : { href: "/get-started?mode=login", label: landing.logIn };
  const enter = (
    <ButtonLink href={way.href} look="quiet" wide={false}>
      {way.label}
    </ButtonLink>
  );
  return (
    <Page top={{ action: enter }} footer={<SiteFooter />}>
      <PageMessage id="session-expired">{messages.sessionExpired}</PageMessage>
      <PageMessage id="signed-out">{messages.signedOut}</PageMessage>
      <PageMessage id="account-closed">{messages.accountClosed}</PageMessage>
      <PageMessage id="signed-out-everywhere">{messages.signedOutEverywhere}</PageMessage>
      <Hero />
      <TrustBadges />
      <NewestAudit live={live} />
      <SampleReturns />
      <ConsistentReturns />
      <CalculatorShortForm>
        <RequestAccess />
      </CalculatorShortForm>
      <HowItWorks fee={live.joiningFee} />
      <Ownership />
      <FounderStakes />
      <AppScreens />
      <WhatCanGoWrong />
      <Fees fee={live.joiningFee} />
      <MarketSize />
      <BlogLink />
      <Questions />
      <ClosingBand />
      <Disclaimers />
      <Footnotes notes={sourceNotes} />
    </Page>
  );
}
