import {
  type ActionFunctionArgs,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { readNoticeChoices, saveNoticeChoices } from "~/areas/notices/notice-choices";
import type { OwnMessage, OwnRequest } from "~/areas/notices/own-messages";
import { noticeChoiceTexts as texts } from "~/content/notice-choice-texts";
import { messagePath, supportThreadPath } from "~/content/page-paths";
import { described, pageTitles } from "~/content/page-meta";
import { dateOf, formatDate } from "~/domain/calendar-date";
import { groupCode } from "~/domain/certificate-code";
import { readForm } from "~/server/login-form";
import type { PageHandle } from "~/server/page-handle";
import { requireSession } from "~/server/session/page-session";
import { withinLimit } from "~/server/session/within-limit";
import { setToast } from "~/server/toast";
import { busyFormsScript } from "~/ui/app-script";
import { Button } from "~/ui/button";
import { Page, PageTitle } from "~/ui/page";
import { Panel } from "~/ui/panel";

type Topic = keyof typeof texts.topics;
const TOPICS = ["valuations", "launches", "referrals"] as const satisfies readonly Topic[];

function Messages({ messages }: { messages: OwnMessage[] }) {
  return (
    <LinkList
      title={texts.messages.title}
      links={messages.map(({ id, subject, caskName, sentAtMs }) => ({
        href: messagePath(id),
        label: subject,
        about: texts.messages.about(caskName, formatDate(dateOf(sentAtMs))),
      }))}
    />
  );
}

function Requests({ requests }: { requests: OwnRequest[] }) {
  const { title, request, waiting, closed, answered } = texts.requests;
  return (
    <LinkList
      title={title}
      links={requests.map(({ number, atMs, isWaiting, isClosed }) => ({
        href: supportThreadPath(number),
        label: request(groupCode(number)),
        about: `${formatDate(dateOf(atMs))}, ${isWaiting === 1 ? waiting : isClosed === 1 ? closed : answered}`,
      }))}
    />
  );
}

type LinkListProps = { title: string; links: { href: string; label: string; about: string }[] };

function LinkList({ title, links }: LinkListProps) {
  return (
    <Panel title={title}>
      <ul className="divide-y divide-peat-30">
        {links.map(({ href, label, about }) => (
          <li key={href}>
            <a href={href} className="flex min-h-14 flex-col justify-center py-2">
              <span dir="auto" className="font-semibold wrap-anywhere underline underline-offset-4">
                {label}
              </span>
              <span className="text-sm text-peat-60">{about}</span>
            </a>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

export const handle: PageHandle = { inlineScript: busyFormsScript };

export const meta: MetaFunction = () => described(pageTitles.notices);

export async function loader(args: LoaderFunctionArgs) {
  return json(await readNoticeChoices(args.context, await requireSession(args)));
}

/** A box that is not ticked is not sent, so what is missing is not wanted. */
export async function action(args: ActionFunctionArgs) {
  const ticked = new Set((await readForm(args.request)).getAll("topic"));
  await saveNoticeChoices(args.context, withinLimit(args.context, await requireSession(args), "notices"), {
    valuations: ticked.has("valuations"),
    launches: ticked.has("launches"),
    referrals: ticked.has("referrals"),
  });
  const headers = { "Set-Cookie": await setToast(args.context.config, "notices-saved") };
  return redirect("/settings", { status: 303, headers });
}

export default function Notices() {
  const { hasEmail, choices, messages, requests } = useLoaderData<typeof loader>();
  return (
    <Page top={{ back: { href: "/settings" } }}>
      <PageTitle lead={texts.lead}>{texts.title}</PageTitle>
      {messages.length > 0 && <Messages messages={messages} />}
      {requests.length > 0 && <Requests requests={requests} />}
      {!hasEmail && <p>{texts.byText}</p>}
      <form method="post" action="/notices" className="flex flex-col gap-6">
        <fieldset className="flex flex-col gap-3">
          <legend className="mb-2 font-semibold">{texts.legend}</legend>
          {TOPICS.map((topic) => (
            <div key={topic} className="flex items-start gap-1">
              <input
                id={`field-${topic}`}
                type="checkbox"
                name="topic"
                value={topic}
                defaultChecked={choices[topic]}
                aria-describedby={`field-${topic}-hint`}
                className="pick"
              />
              <div>
                <label htmlFor={`field-${topic}`} className="flex min-h-11 items-center font-semibold">
                  {texts.topics[topic].label}
                </label>
                <p id={`field-${topic}-hint`} className="text-sm text-peat-60">
                  {texts.topics[topic].hint}
                </p>
              </div>
            </div>
          ))}
        </fieldset>
        <Button>{texts.save}</Button>
      </form>
      <Panel title={texts.always.title} look="barley">
        <p className="text-sm">{texts.always.text}</p>
      </Panel>
    </Page>
  );
}
