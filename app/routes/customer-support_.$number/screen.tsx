import { company } from "~/content/company";
import { messagePath } from "~/content/page-paths";
import { requestKindTexts, threadTexts as texts } from "~/content/support-texts";
import { dateOf, formatDate } from "~/domain/calendar-date";
import { groupCode } from "~/domain/certificate-code";
import type { OwnThread, ThreadEntry } from "~/areas/support/own-thread";
import { ErrorSummary } from "~/ui/error-summary";
import { Page, PageTitle } from "~/ui/page";
import { WritingForm } from "~/ui/writing-form";

type Props = { thread: OwnThread; refused: { typed: string; error: string } | null };

export function ThreadScreen({ thread, refused }: Props) {
  const { number, kind, subject, messageId, waitingSinceMs, closedAtMs, entries } = thread;
  const lead = subject === null ? requestKindTexts[kind] : texts.aboutMessage(subject);
  return (
    <Page top={{ back: { href: "/notices" } }}>
      <PageTitle lead={lead}>{texts.title(groupCode(number))}</PageTitle>
      {refused && <ErrorSummary errors={[{ name: "body", message: refused.error }]} />}
      {messageId !== null && (
        <p>
          <a
            href={messagePath(messageId)}
            className="inline-flex min-h-11 items-center text-copper underline underline-offset-4"
          >
            {texts.seeMessage}
          </a>
        </p>
      )}
      <ol className="flex flex-col gap-3">
        {entries.map((entry) => (
          <Said key={entry.id} {...entry} />
        ))}
      </ol>
      {waitingSinceMs !== null && (
        <p role="status" className="text-peat-60">
          {texts.waits(company.support.replyTime)}
        </p>
      )}
      {closedAtMs !== null && <p className="text-peat-60">{texts.closed}</p>}
      <WritingForm label={texts.again} hint={texts.hint} button={texts.send} refused={refused} />
    </Page>
  );
}

function Said({ isOurs, body, atMs }: ThreadEntry) {
  return (
    <li className={`rounded-sm p-4 ${isOurs === 1 ? "ml-4 bg-copper-soft" : "bg-barley"}`}>
      <p className="flex flex-wrap justify-between gap-x-4 text-sm text-peat-60">
        <span>{isOurs === 1 ? texts.we(company.brand) : texts.you}</span>
        <span>{formatDate(dateOf(atMs))}</span>
      </p>
      <p dir="auto" className="mt-2 whitespace-pre-wrap wrap-anywhere">
        {body}
      </p>
    </li>
  );
}
