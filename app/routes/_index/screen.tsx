import type { ReactNode } from "react";
import { headlineClaim, marketClaims, sourceNotes, startingPrice, trustClaims } from "~/content/claims";
import { company } from "~/content/company";
import { blog, closing, disclaimers, howItWorks, landing, market, risks } from "~/content/landing";
import { loginMessages, messages } from "~/content/messages";
import { waysOutPage } from "~/content/ways-out-texts";
import { riskTexts } from "~/content/risk-texts";
import { ButtonLink } from "~/ui/button";
import { Cutaway } from "~/ui/drawings/cutaway";
import { HeadBadge } from "~/ui/drawings/head-badge";
import { type Step, StepCask } from "~/ui/drawings/step-cask";
import { Footnotes } from "~/ui/footnotes";
import { Icon } from "~/ui/icon";
import { Page } from "~/ui/page";
import { SiteFooter } from "~/ui/site-footer";
import type { PublicFigures } from "./public-figures";
import { AppScreens, ConsistentReturns, Ownership, Questions, SampleReturns } from "./sections";
import { RequestAccess, Section, SourceMark } from "./section";

function MarketSize() {
  return (
    <Section id="market" title={market.title}>
      <p className="text-sm">{market.note}</p>
      <ul className="divide-y divide-peat-30">
        {marketClaims.map((claim) => (
          <li key={claim.id} className="py-2 text-sm first:pt-0 last:pb-0">
            <h3>
              <span className="display text-lg">{claim.figure}</span> {claim.statement}
              <SourceMark claim={claim} />
            </h3>
            <p className="text-xs text-peat-60">{claim.limits}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function BlogLink() {
  return (
    <Section id="blog" title={blog.title} small>
      <a
        href={company.blogUrl}
        rel="noopener"
        className="-mt-2 flex min-h-11 items-center gap-4 border-b border-peat-30 py-2 text-sm hover:text-copper"
      >
        <span className="flex-1">{blog.link}</span>
        <Icon name="forward" className="text-copper" />
      </a>
    </Section>
  );
}

const signs = Object.keys(landing.trust) as (keyof typeof landing.trust)[];

function TrustBadges() {
  return (
    <ul aria-label={landing.trustLabel} className="grid grid-cols-[repeat(auto-fit,minmax(5.5rem,1fr))] gap-2">
      {signs.map((sign) => {
        const claim = trustClaims[sign];
        return (
          <li key={claim.id} className="min-w-0">
            <a
              href={landing.trust[sign]}
              className="flex flex-col items-center rounded-md text-center text-sm font-semibold hover:text-copper"
            >
              <HeadBadge sign={sign} />
              <span className="mt-1">{claim.figure}</span>
            </a>
            <p className="text-center text-xs text-peat-60">{landing.trustNotes[sign]}</p>
          </li>
        );
      })}
    </ul>
  );
}

function Hero() {
  return (
    <section className="flex flex-col gap-3">
      <h1 className="display text-[min(2.5rem,17vw)]/[1.15]">{headlineClaim.statement}</h1>
      <p className="text-lg text-peat-60">
        {landing.lead}
        <SourceMark claim={startingPrice} />
      </p>
      <p className="text-sm">
        {landing.moneyBack}{" "}
        <a href={waysOutPage.path} className="text-copper underline underline-offset-4">
          {waysOutPage.title}
        </a>
      </p>
      <RequestAccess />
      <p className="text-xs text-peat-60">
        {landing.adults} {headlineClaim.period} {headlineClaim.limits}
        <SourceMark claim={headlineClaim} />
      </p>
      <Cutaway />
    </section>
  );
}

function NewestAudit({ figures }: { figures: PublicFigures }) {
  return (
    <div className="rounded-md border border-peat-30 px-3 pt-2 text-sm">
      <p data-look={figures.auditLook} className="font-semibold data-[look=FAIL]:text-brick">
        {figures.audit}
      </p>
      <p className="text-peat-60">{figures.auditCounts}</p>
      <p className="flex flex-wrap gap-x-4">
        {landing.auditLinks.map(({ href, label }) => (
          <a
            key={href}
            href={href}
            className="inline-flex min-h-11 min-w-11 items-center underline underline-offset-4 hover:text-copper"
          >
            {label}
          </a>
        ))}
      </p>
    </div>
  );
}

function WhatCanGoWrong() {
  return (
    <Section id="risks" title={risks.title} band>
      <p className="text-sm font-semibold">
        {riskTexts.short} {riskTexts.unregulated}
      </p>
      <ul className="divide-y divide-peat-30">
        {risks.items.map((risk) => (
          <li key={risk.title} className="flex items-center gap-3 py-1 text-sm last:pb-0">
            {"drawing" in risk && (
              <img src={risk.drawing} width="88" height="122" alt="" loading="lazy" className="w-8" />
            )}
            <p className="min-w-0">
              <strong className="font-semibold">{risk.title}</strong> {risk.text}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}

export function LandingScreen({ figures }: { figures: PublicFigures }) {
  const enter = (
    <ButtonLink href="/get-started?mode=login" look="quiet" wide={false}>
      {landing.logIn}
    </ButtonLink>
  );
  return (
    <Page top={{ action: enter }} footer={<SiteFooter />}>
      <PageMessage id="session-expired">{messages.sessionExpired}</PageMessage>
      <PageMessage id="cookies-needed">{messages.cookiesNeeded}</PageMessage>
      <PageMessage id="suspended">{loginMessages.suspended}</PageMessage>
      <PageMessage id="signed-out">{messages.signedOut}</PageMessage>
      <PageMessage id="account-closed">{messages.accountClosed}</PageMessage>
      <PageMessage id="signed-out-everywhere">{messages.signedOutEverywhere}</PageMessage>
      <Hero />
      <TrustBadges />
      <NewestAudit figures={figures} />
      <SampleReturns />
      <ConsistentReturns />
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
