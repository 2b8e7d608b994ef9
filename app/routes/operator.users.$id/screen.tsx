import type { ReactNode } from "react";
import type { ReviewedUser, UserReview } from "~/areas/console/read-user";
import { sectionHref } from "~/content/console-sections";
import { sectionTitles } from "~/content/console-texts";
import { userTexts as texts } from "~/content/console-user-texts";
import { formatUsd } from "~/domain/money";
import { ConsolePage, type ConsoleFrame } from "~/ui/console/console-page";
import { Refusal } from "~/ui/console/form-parts";
import { consoleLink, Instant, SubjectLink } from "~/ui/console/cells";
import { LinkRow } from "~/ui/console/page-links";
import { UserBadges } from "~/ui/console/badges";
import { DefinitionRows } from "~/ui/definition-rows";
import { Act, type Refused } from "./act";
import { MoneyLists } from "./money-lists";

type Props = {
  user: ReviewedUser;
  hidesAddress: boolean;
};

function UserRows({ user, hidesAddress }: Props) {
  const known = [
    { label: "State", value: <UserBadges {...user} /> },
    { label: "Account", value: user.id },
    text("Email", user.email),
    text("Phone", user.phone),
    text("Address", hidesAddress ? "•••" : user.address),
    user.nameOnCertificate === user.fullName ? null : text("Name on certificates", user.nameOnCertificate),
    { label: "Wallet", value: <Sum of={formatUsd(user.walletCents)} /> },
    user.pendingCents === 0 ? null : { label: "Rewards pending", value: <Sum of={formatUsd(user.pendingCents)} /> },
    { label: "Tokens", value: <Sum of={user.tokens.toLocaleString("en")} /> },
    { label: "Identity check", value: <Identity {...user} /> },
    user.suspendedBecause ? text("Because", user.suspendedBecause) : null,
    time("Closed", user.closedAtMs),
    time("Joined", user.createdAtMs),
    time("Activated", user.activatedAtMs),
    time("Contact changed", user.contactChangedAtMs),
    user.closedAtMs === null ? text("Referral code", user.referralCode) : null,
    user.referredBy !== null && {
      label: "Invited by",
      value: <SubjectLink subject={`user:${user.referredBy}`} name={user.referredBy} />,
    },
  ];
  return <DefinitionRows rows={known} />;
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

export type UserPageProps = Omit<UserReview, "user"> & {
  frame: ConsoleFrame;
  user: ReviewedUser;
  hidesAddress: boolean;
  noFile: "not-allowed" | null;
  isOwn: boolean;
  checkId: string;
  refused: Refused | null;
};

export function UserScreen({ frame, user, refused, ...page }: UserPageProps) {
  const title = user.fullName ?? user.email ?? user.phone ?? "Closed account";
  return (
    <ConsolePage {...frame} title={title}>
      {refused && <Problem {...refused} />}
      {!refused && page.noFile && <Problem error={page.noFile} />}
      <div className="grid gap-x-6 gap-y-8 @desk:grid-cols-[minmax(0,1fr)_20rem] @desk:grid-rows-[auto_1fr]">
        <div className="flex min-w-0 flex-col gap-5">
          <UserRows user={user} hidesAddress={page.hidesAddress} />
          <LinkRow
            links={[
              [sectionHref("users"), sectionTitles.users],
              [`${sectionHref("log")}?of=user:${user.id}`, "The whole log of this account"],
            ]}
          />
        </div>
        <Act
          user={user}
          mayChange={frame.mayChange}
          isOwn={page.isOwn}
          liveSessions={user.liveSessions}
          checkId={page.checkId}
          refused={refused}
        />
        <div className="flex min-w-0 flex-col gap-8">
          <MoneyLists {...page} />
        </div>
      </div>
    </ConsolePage>
  );
}

const FIELDS = ["reason", "full_name", "name_on_certificate", "name_reason"];

function Problem({ error }: { error: Refused["error"] }) {
  return <Refusal message={texts.errors[error]} field={FIELDS.includes(error) ? error : null} />;
}
