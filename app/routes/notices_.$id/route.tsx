import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { type OpenedMessage, readOwnMessage } from "~/areas/notices/own-messages";
import { answerMessage } from "~/areas/support/own-thread";
import { noticeChoiceTexts } from "~/content/notice-choice-texts";
import { paragraphsOf } from "~/content/mail-text";
import { caskPath, supportThreadPath } from "~/content/page-paths";
import { described } from "~/content/page-meta";
import { threadTexts } from "~/content/support-texts";
import { dateOf, formatDate } from "~/domain/calendar-date";
import { notFound } from "~/server/not-found";
import type { PageHandle } from "~/server/page-handle";
import { readId } from "~/server/read-id";
import { requireSession } from "~/server/session/page-session";
import { writeInThread } from "~/server/write-in-thread";
import { busyFormsScript } from "~/ui/app-script";
import { ButtonLink } from "~/ui/button";
import { ErrorSummary } from "~/ui/error-summary";
import { Page, PageTitle } from "~/ui/page";
import { WritingForm } from "~/ui/writing-form";

const texts = noticeChoiceTexts.messages;

type Props = { message: OpenedMessage; refused: { typed: string; error: string } | null };

function MessageScreen({ message, refused }: Props) {
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

export const handle: PageHandle = { inlineScript: busyFormsScript };

export const meta: MetaFunction<typeof loader> = ({ data }) => described(data?.message.subject ?? "");

export async function loader(args: LoaderFunctionArgs) {
  const message = await readOwnMessage(args.context, await requireSession(args), readId(args.params.id));
  if (!message) throw notFound();
  return json({ message });
}

export const action = (args: ActionFunctionArgs) =>
  writeInThread(args, (session, body) =>
    answerMessage(args.context, session, { messageId: readId(args.params.id), body }),
  );

export default function Message() {
  const refused = useActionData<typeof action>();
  return <MessageScreen {...useLoaderData<typeof loader>()} refused={refused ?? null} />;
}
