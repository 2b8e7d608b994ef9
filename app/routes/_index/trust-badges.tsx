import { trustClaims } from "~/content/claims";
import { landing } from "~/content/landing";
import { HeadBadge } from "~/ui/drawings/head-badge";
import { rowIdOf } from "./ownership";

/** Each leads to its row in 'What you own', where its source is. */
export function TrustBadges() {
  return (
    <ul aria-label={landing.trustLabel} className="flex flex-wrap justify-between gap-2">
      {landing.trust.map((sign) => {
        const claim = trustClaims[sign];
        return (
          <li key={claim.id} className="min-w-0 flex-1">
            <a
              href={`#${rowIdOf(claim)}`}
              className="flex flex-col items-center rounded-md text-center text-sm font-semibold hover:text-copper"
            >
              <HeadBadge sign={sign} />
              <span className="mt-1">{claim.figure}</span>
            </a>
          </li>
        );
      })}
    </ul>
  );
}
