import { sectionHref } from "~/content/console-sections";
import { sectionTitles } from "~/content/console-texts";
import { userTexts as texts } from "~/content/console-user-texts";
import type { ReviewedBeneficiary } from "~/areas/console/read-beneficiary";
import type { ReviewedUser, UserReview } from "~/areas/console/read-user";
import type { ShownProposal } from "~/core/proposals/show-proposal";
import type { Permission } from "~/core/session/guarded";
import { ConsolePage, type ConsolePageProps } from "~/ui/console/console-page";
import { consoleLink, SubjectLink } from "~/ui/console/subject-link";
import { ErrorSummary } from "~/ui/error-summary";
import { Act, actErrors, type Refused } from "./act";
import { MoneyLists } from "./money-lists";
import { UserRows } from "./user-rows";
import { Badge } from "~/ui/badge";
import { Instant } from "~/ui/console/instant";
import { UserList } from "./user-list";

export type UserPageProps = Omit<UserReview, "user"> & {
  frame: Omit<ConsolePageProps, "title" | "children">;
  user: ReviewedUser;
  /** Readers do not see it. */
  hidesAddress: boolean;
  /** null: none is named. */
  beneficiary: ReviewedBeneficiary | null;
  isOwn: boolean;
  viewerId: string;
  /** What waits for a second operator about this person. */
  proposal: ShownProposal | null;
  /** Administrators at work but for this person, up to two. */
  operators: number;
  permissions: readonly Permission[];
  /** The id of a check that this page may record. */
  checkId: string;
  refused: Refused | null;
};

export function UserScreen({ frame, user, refused, ...page }: UserPageProps) {
  const title = user.fullName ?? user.email ?? user.phone ?? texts.closedTitle;
  const live = page.sessions.filter((one) => one.live === 1).length;
  return (
    <ConsolePage {...frame} title={title}>
      {refused && <Problem error={refused.error} />}
      <div className="grid gap-x-6 gap-y-8 lg:grid-cols-[minmax(0,1fr)_20rem] lg:grid-rows-[auto_1fr]">
        <div className="min-w-0">
          <UserRows
            user={user}
            hidesAddress={page.hidesAddress}
            beneficiary={page.beneficiary}
            mayShow={frame.mayChange}
          />
          <p className="mt-3 flex flex-wrap gap-x-6">
            <a href={sectionHref("users")} className={`inline-flex min-h-11 items-center ${consoleLink}`}>
              {sectionTitles.users}
            </a>
            <a
              href={`${sectionHref("log")}?of=user:${user.id}`}
              className={`inline-flex min-h-11 items-center ${consoleLink}`}
            >
              {texts.wholeLog}
            </a>
          </p>
        </div>
        <Act
          user={user}
          permissions={page.permissions}
          isOwn={page.isOwn}
          viewerId={page.viewerId}
          proposal={page.proposal}
          operators={page.operators}
          liveSessions={live}
          checkId={page.checkId}
          refused={refused}
        />
        <div className="flex min-w-0 flex-col gap-8">
          <MoneyLists {...page} />
          <RecordLists {...page} />
        </div>
      </div>
    </ConsolePage>
  );
}

function Problem({ error }: Pick<Refused, "error">) {
  const message = actErrors[error];
  return (
    <ErrorSummary
      message={error === "reason" ? null : message}
      errors={error === "reason" ? [{ name: "reason", message }] : []}
    />
  );
}

/** Where they are signed in, and what was done to the account. */
function RecordLists({ sessions, log }: Pick<UserReview, "sessions" | "log">) {
  const { lists, session, sessionKinds, sessionStates, logEntry } = texts;
  return (
    <>
      <UserList
        id="sessions"
        label={lists.sessions}
        rows={sessions}
        keyOf={(row) => `${row.createdAtMs} ${row.expiresAtMs} ${row.provedAtMs}`}
        columns={[
          { label: session.began, cell: (row) => <Instant atMs={row.createdAtMs} /> },
          { label: session.proved, cell: (row) => <Instant atMs={row.provedAtMs} /> },
          { label: session.ends, cell: (row) => <Instant atMs={row.expiresAtMs} /> },
          { label: session.kind, cell: (row) => (row.byToken ? sessionKinds.token : sessionKinds.page) },
          {
            label: session.state,
            cell: (row) => (
              <Badge tone={row.live ? "gain" : "neutral"}>{row.live ? sessionStates.live : sessionStates.over}</Badge>
            ),
          },
        ]}
      />
      <UserList
        id="log"
        label={lists.log}
        rows={log}
        keyOf={(row) => row.id}
        columns={[
          { label: logEntry.when, cell: (row) => <Instant atMs={row.createdAtMs} /> },
          { label: logEntry.who, cell: (row) => <SubjectLink subject={row.actor} /> },
          { label: logEntry.what, cell: (row) => row.action },
          { label: logEntry.detail, cell: (row) => row.detail ?? "" },
        ]}
      />
    </>
  );
}
