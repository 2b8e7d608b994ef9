import { trustClaims } from "~/content/claims";
import { landing } from "~/content/landing";
import { Icon } from "~/ui/icon";
import { SourceMark } from "./source-mark";

export function TrustBadges() {
  return (
    <ul
      aria-label={landing.trustLabel}
      className="flex flex-wrap justify-around gap-4 text-center text-sm font-semibold"
    >
      {landing.trust.map((badge) => {
        const claim = trustClaims[badge.claim];
        return (
          <li key={claim.id} className="flex flex-col items-center gap-1">
            <Icon name={badge.icon} size={24} className="text-copper" />
            <span>
              {claim.figure}
              <SourceMark claim={claim} />
            </span>
          </li>
        );
      })}
    </ul>
  );
}
