import { noticeChoiceTexts } from "~/content/notice-choice-texts";
import { paragraphsOf } from "~/content/notice-mails-messages";
import { caskPath, SUPPORT_PATH } from "~/content/page-paths";
import { dateOf, formatDate } from "~/domain/calendar-date";
import type { OpenedMessage } from "~/areas/notices/messages/own-messages";
import { ButtonLink } from "~/ui/button";
import { Page, PageTitle } from "~/ui/page";

const texts = noticeChoiceTexts.messages;

export function MessageScreen({ message }: { message: OpenedMessage }) {
  const { subject, body, audience, caskId, caskName, sentAtMs } = message;
  return (
    <Page top={{ back: { href: "/notices" } }}>
      <PageTitle lead={texts.about(caskName, formatDate(dateOf(sentAtMs)))}>{subject}</PageTitle>
      <div className="flex flex-col gap-3">
        {paragraphsOf(body).map((paragraph, place) => (
          <p key={place} dir="auto" className="wrap-anywhere">
            {paragraph}
          </p>
        ))}
      </div>
      <p className="text-sm text-peat-60">{texts.why[audience](caskName)}</p>
      <ButtonLink href={caskPath(caskId)}>{texts.cask}</ButtonLink>
      <ButtonLink href={`${SUPPORT_PATH}#write`} look="secondary">
        {texts.answer}
      </ButtonLink>
    </Page>
  );
}
