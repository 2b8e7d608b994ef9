import { landingClaims } from "~/content/claims";
import { landing } from "~/content/landing";
import { messages } from "~/content/messages";
import { ButtonLink } from "~/ui/button";
import { Footnotes } from "~/ui/footnotes";
import { Page } from "~/ui/page";
import { SiteFooter } from "~/ui/site-footer";
import { AppScreens, HeroPicture } from "./app-screens";
import { Disclaimers } from "./disclaimers";
import { Fees } from "./fees";
import { Hero } from "./hero";
import { HowItWorks } from "./how-it-works";
import { BlogLink, MarketSize } from "./market-size";
import { FounderStakes, Ownership } from "./ownership";
import { PageMessage } from "./page-message";
import { Questions } from "./questions";
import { ConsistentReturns, SampleReturns } from "./sample-returns";
import { TrustBadges } from "./trust-badges";
import { WhatCanGoWrong } from "./what-can-go-wrong";

export type LandingScreenProps = {
  /** The joining fee with its sign: '$10'. */
  fee: string;
};

export function LandingScreen({ fee }: LandingScreenProps) {
  const logIn = (
    <ButtonLink href="/get-started?mode=login" look="quiet" wide={false}>
      {landing.logIn}
    </ButtonLink>
  );
  return (
    <Page top={{ action: logIn }} footer={<SiteFooter />}>
      <PageMessage id="session-expired">{messages.sessionExpired}</PageMessage>
      <PageMessage id="signed-out">{messages.signedOut}</PageMessage>
      <PageMessage id="signed-out-everywhere">{messages.signedOutEverywhere}</PageMessage>
      <Hero />
      <HeroPicture />
      <TrustBadges />
      <div className="mt-4 flex flex-col gap-12">
        <SampleReturns />
        <ConsistentReturns />
        <HowItWorks fee={fee} />
        <Ownership />
        <FounderStakes />
        <AppScreens />
        <WhatCanGoWrong />
        <Fees fee={fee} />
        <MarketSize />
        <BlogLink />
        <Questions />
        <Disclaimers />
        <Footnotes claims={landingClaims} />
      </div>
    </Page>
  );
}
