import { trustClaims } from "~/content/claims";
import { landing } from "~/content/landing";
import { HeadBadge } from "~/ui/drawings/head-badge";
import { SourceMark } from "./source-mark";

const signs = Object.keys(landing.trust) as (keyof typeof landing.trust)[];

/** Each leads to what it stands for. */
export function TrustBadges() {
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
            <p className="text-center text-xs text-peat-60">
              {landing.trustNotes[sign]}
              <SourceMark claim={claim} />
            </p>
          </li>
        );
      })}
    </ul>
  );
}
