import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { type OwnThread, readOwnThread, type ThreadEntry, writeAgain } from "~/areas/support/own-thread";
import { company } from "~/content/company";
import { messagePath } from "~/content/page-paths";
import { described } from "~/content/page-meta";
import { supportKindTexts, threadTexts, threadTexts as texts } from "~/content/support-texts";
import { dateOf, formatDate } from "~/domain/calendar-date";
import { groupCode, readCode } from "~/domain/certificate-code";
import { notFound } from "~/server/not-found";
import type { PageHandle } from "~/server/page-handle";
import { requireSession } from "~/server/session/page-session";
import { writeInThread } from "~/server/write-in-thread";
import { busyFormsScript } from "~/ui/app-script";
import { ErrorSummary } from "~/ui/error-summary";
import { Page, PageTitle } from "~/ui/page";
import { WritingForm } from "~/ui/writing-form";

type Props = { thread: OwnThread; refused: { typed: string; error: string } | null };

function ThreadScreen({ thread, refused }: Props) {
  const { number, kind, subject, messageId, waitingSinceMs, closedAtMs, entries } = thread;
  const lead = subject === null ? supportKindTexts[kind] : texts.aboutMessage(subject);
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

export const handle: PageHandle = { inlineScript: busyFormsScript };

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  described(data ? threadTexts.title(groupCode(data.thread.number)) : "");

export async function loader(args: LoaderFunctionArgs) {
  const thread = await readOwnThread(args.context, await requireSession(args), readCode(args.params.number));
  if (!thread) throw notFound();
  return json({ thread });
}

export function action(args: ActionFunctionArgs) {
  const number = readCode(args.params.number);
  return writeInThread(args, async (session, body) =>
    (await writeAgain(args.context, session, { number, body })) ? number : null,
  );
}

export default function Thread() {
  const { thread } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return <ThreadScreen thread={thread} refused={refused ?? null} />;
}
