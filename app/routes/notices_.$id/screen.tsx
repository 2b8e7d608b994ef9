import { noticeChoiceTexts } from "~/content/notice-choice-texts";
import { paragraphsOf } from "~/content/notice-mails-messages";
import { caskPath, supportThreadPath } from "~/content/page-paths";
import { threadTexts } from "~/content/support-texts";
import { dateOf, formatDate } from "~/domain/calendar-date";
import type { OpenedMessage } from "~/areas/notices/own-messages";
import { ButtonLink } from "~/ui/button";
import { ErrorSummary } from "~/ui/error-summary";
import { Page, PageTitle } from "~/ui/page";
import { WritingForm } from "~/ui/writing-form";

const texts = noticeChoiceTexts.messages;

type Props = { message: OpenedMessage; refused: { typed: string; error: string } | null };

export function MessageScreen({ message, refused }: Props) {
  const { subject, body, caskId, caskName, sentAtMs, requestNumber } = message;
  return (
    <Page top={{ back: { href: "/notices" } }}>
      <PageTitle lead={texts.about(caskName, formatDate(dateOf(sentAtMs)))}>{subject}</PageTitle>
      {refused && <ErrorSummary errors={[{ name: "body", message: refused.error }]} />}
      <div className="flex flex-col gap-3">
        {paragraphsOf(body).map((paragraph, place) => (
          <p key={place} dir="auto" className="wrap-anywhere">
            {paragraph}
          </p>
        ))}
      </div>
      <p className="text-sm text-peat-60">{texts.why(caskName)}</p>
      <ButtonLink href={caskPath(caskId)} look="secondary">
        {texts.cask}
      </ButtonLink>
      {requestNumber !== null && (
        <ButtonLink href={supportThreadPath(requestNumber)} look="secondary">
          {threadTexts.goesOn}
        </ButtonLink>
      )}
      <WritingForm label={threadTexts.answer} hint={threadTexts.hint} button={threadTexts.send} refused={refused} />
    </Page>
  );
}
