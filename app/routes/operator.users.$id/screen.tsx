import { sectionHref } from "~/content/console-sections";
import { sectionTitles } from "~/content/console-texts";
import { userTexts as texts, userViewTexts } from "~/content/console-user-texts";
import type { ReviewedUser, UserReview } from "~/areas/console/read-user";
import { ConsolePage, type ConsolePageProps } from "~/ui/console/console-page";
import { consoleLink } from "~/ui/console/subject-link";
import { ErrorSummary } from "~/ui/error-summary";
import { Act, type Refused } from "./act";
import { DataRequests } from "./data-requests";
import { History } from "./history";
import { MoneyLists } from "./money-lists";
import { Notes } from "./notes";
import { UserRows } from "./user-rows";
import { Waits } from "./waits";

export type UserPageProps = Omit<UserReview, "user"> & {
  frame: Omit<ConsolePageProps, "title" | "children">;
  user: ReviewedUser;
  /** Readers do not see it. */
  hidesAddress: boolean;
  /** Why the file of their data was not made; null: nobody asked for it. */
  noFile: "no-request" | "busy" | null;
  nowMs: number;
  isOwn: boolean;
  /** The time line begins with what happened last. */
  isFirst: boolean;
  /** The id of a check that this page may record. */
  checkId: string;
  refused: Refused | null;
};

export function UserScreen({ frame, user, refused, ...page }: UserPageProps) {
  const title = user.fullName ?? user.email ?? user.phone ?? texts.closedTitle;
  return (
    <ConsolePage {...frame} title={title}>
      {refused && <Problem {...refused} />}
      {!refused && page.noFile && <Problem error={page.noFile} />}
      <div className="grid gap-x-6 gap-y-8 @desk:grid-cols-[minmax(0,1fr)_20rem] @desk:grid-rows-[auto_1fr]">
        <div className="flex min-w-0 flex-col gap-5">
          <Waits waits={page.waits} />
          <UserRows user={user} hidesAddress={page.hidesAddress} />
          <p className="flex flex-wrap gap-x-6">
            <a href={sectionHref("users")} className={`inline-flex min-h-11 items-center ${consoleLink}`}>
              {sectionTitles.users}
            </a>
            <a
              href={`${sectionHref("log")}?of=user:${user.id}`}
              className={`inline-flex min-h-11 items-center ${consoleLink}`}
            >
              {texts.wholeLog}
            </a>
            {user.closedAtMs === null && (
              <a
                href={`${sectionHref("users")}/${user.id}/view`}
                className={`inline-flex min-h-11 items-center ${consoleLink}`}
              >
                {userViewTexts.link}
              </a>
            )}
          </p>
          <Notes
            notes={page.notes}
            mayRead={frame.mayChange}
            mayAdd={frame.mayChange && !page.isOwn && user.closedAtMs === null}
            refused={refused}
          />
          <DataRequests
            requests={page.requests}
            user={user}
            mayAct={frame.mayChange && !page.isOwn && user.closedAtMs === null}
            nowMs={page.nowMs}
            refused={refused}
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
          <History userId={user.id} history={page.history} isFirst={page.isFirst} />
          <MoneyLists {...page} />
        </div>
      </div>
    </ConsolePage>
  );
}

/** Fields whose error stands beside them too. */
const FIELDS = [
  ...["reason", "note", "full_name", "name_on_certificate", "name_reason"],
  ...["request_kind", "received_on"],
];

function Problem({ error }: { error: Refused["error"] }) {
  const message = texts.errors[error];
  const field = FIELDS.includes(error) ? error : undefined;
  return <ErrorSummary message={field ? null : message} errors={field ? [{ name: field, message }] : []} />;
}
