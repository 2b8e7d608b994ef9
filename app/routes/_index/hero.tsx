import { headlineClaim, startingPrice } from "~/content/claims";
import { landing } from "~/content/landing";
import { waysOutPage } from "~/content/ways-out-texts";
import { Cutaway } from "~/ui/drawings/cutaway";
import { RequestAccess } from "./request-access";
import { SourceMark } from "./source-mark";

export function Hero() {
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
