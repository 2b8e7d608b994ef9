import type { ReactNode } from "react";
import { sectionHref } from "~/content/console-sections";
import { userTexts as texts } from "~/content/console-user-texts";
import { formatUsd } from "~/domain/money";
import type { ReviewedUser } from "~/areas/console/read-user";
import { Instant } from "~/ui/console/instant";
import { consoleLink } from "~/ui/console/subject-link";
import { UserBadges } from "~/ui/console/user-badges";
import { type DefinitionRow, DefinitionRows } from "~/ui/definition-rows";

type Props = {
  user: ReviewedUser;
  hidesAddress: boolean;
};

/** What is not known is left out; what it amounts to links to what it is made of. */
export function UserRows({ user, hidesAddress }: Props) {
  const { rows } = texts;
  const known: (DefinitionRow | null)[] = [
    { label: rows.state, value: <UserBadges {...user} /> },
    { label: rows.id, value: user.id },
    text(rows.email, user.email),
    text(rows.phone, user.phone),
    text(rows.address, hidesAddress ? texts.hidden : user.address),
    user.nameOnCertificate === user.fullName ? null : text(rows.certificateName, user.nameOnCertificate),
    { label: rows.wallet, value: <Sum of={formatUsd(user.walletCents)} /> },
    user.pendingCents === 0 ? null : { label: rows.pending, value: <Sum of={formatUsd(user.pendingCents)} /> },
    { label: rows.tokens, value: <Sum of={user.tokens.toLocaleString("en")} /> },
    { label: rows.identity, value: <Identity {...user} /> },
    user.suspendedBecause ? text(rows.because, user.suspendedBecause) : null,
    time(rows.closing, user.closingAskedAtMs),
    time(rows.closed, user.closedAtMs),
    time(rows.joined, user.createdAtMs),
    time(rows.activated, user.activatedAtMs),
    time(rows.contactChanged, user.contactChangedAtMs),
    user.closedAtMs === null ? text(rows.referral, user.referralCode) : null,
    user.referredBy === null ? null : { label: rows.referredBy, value: <PersonLink id={user.referredBy} /> },
  ];
  return <DefinitionRows rows={known.filter((row) => row !== null)} />;
}

const text = (label: string, value: string | null) => (value === null ? null : { label, value: <bdi>{value}</bdi> });
const time = (label: string, atMs: number | null) => (atMs === null ? null : { label, value: <Instant atMs={atMs} /> });

function Sum({ of }: { of: ReactNode }) {
  return (
    <a href="#bookings" className={consoleLink}>
      {of}
    </a>
  );
}

function PersonLink({ id }: { id: string }) {
  return (
    <a href={`${sectionHref("users")}/${id}`} className={consoleLink}>
      {id}
    </a>
  );
}

/** How the latest check ended and who made it; and what the person has begun with the provider, while that tells more. */
function Identity({ identityOutcome, identityCheckedAtMs, identityByProvider, identityState }: ReviewedUser) {
  const begun = identityState !== null && identityOutcome !== "passed" && texts.identity.begun[identityState];
  if (identityOutcome === null || identityCheckedAtMs === null) return <>{begun || texts.identity.none}</>;
  return (
    <>
      {texts.identity[identityOutcome]}, {texts.identity.by[identityByProvider ?? 0]},{" "}
      <Instant atMs={identityCheckedAtMs} />
      {begun && <span className="block">{begun}</span>}
    </>
  );
}
