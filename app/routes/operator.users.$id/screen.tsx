import { sectionHref } from "~/content/console-sections";
import { sectionTitles } from "~/content/console-texts";
import { userTexts as texts } from "~/content/console-user-texts";
import type { ReviewedBeneficiary } from "~/areas/console/read-beneficiary";
import type { ReviewedUser, UserReview } from "~/areas/console/read-user";
import type { ShownProposal } from "~/core/proposals/show-proposal";
import { ConsolePage, type ConsolePageProps } from "~/ui/console/console-page";
import { consoleLink } from "~/ui/console/subject-link";
import { ErrorSummary } from "~/ui/error-summary";
import { Act, actErrors, type Refused } from "./act";
import { MoneyLists } from "./money-lists";
import { RecordLists } from "./record-lists";
import { UserRows } from "./user-rows";

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
  /** At work, up to three. */
  operators: number;
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
          mayChange={frame.mayChange}
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
