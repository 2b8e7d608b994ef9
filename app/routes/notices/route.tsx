import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { type OwnMessage, type OwnRequest, readNotices } from "~/areas/notices/read-notices";
import { company } from "~/content/company";
import { noticesPageTexts as texts } from "~/content/notices-page-texts";
import { described, pageTitles } from "~/content/page-meta";
import { dateOf, formatDate } from "~/domain/calendar-date";
import { groupCode } from "~/domain/certificate-code";
import { requireSession } from "~/server/session/page-session";
import { Fold } from "~/ui/fold";
import { Page, PageTitle } from "~/ui/page";
import { Panel } from "~/ui/panel";

function Words({ text, by }: { text: string; by?: string }) {
  return (
    <div className="mt-3">
      {by && <p className="text-sm text-peat-60">{by}</p>}
      <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
        {text}
      </p>
    </div>
  );
}

const dayOf = (atMs: number) => formatDate(dateOf(atMs));

function Messages({ messages }: { messages: OwnMessage[] }) {
  return (
    <Panel title={texts.messages.title}>
      {messages.map(({ id, subject, body, caskName, sentAtMs }) => (
        <Fold key={id} title={subject} answer={texts.messages.about(caskName, dayOf(sentAtMs))}>
          <Words text={body} />
          <p className="mt-3 text-sm text-peat-60">{texts.messages.why(caskName)}</p>
        </Fold>
      ))}
    </Panel>
  );
}

function Requests({ requests }: { requests: OwnRequest[] }) {
  const { title, request, waiting, answered, you, we, again, write } = texts.requests;
  return (
    <Panel title={title}>
      {requests.map(({ number, message, atMs, isWaiting, answers }) => (
        <Fold
          key={number}
          title={request(groupCode(number))}
          answer={`${dayOf(atMs)}, ${isWaiting === 1 ? waiting : answered}`}
        >
          <Words by={you(dayOf(atMs))} text={message} />
          {answers.map((one, place) => (
            <Words key={place} by={we(company.brand, dayOf(one.atMs))} text={one.body} />
          ))}
        </Fold>
      ))}
      <p className="mt-3 text-sm">
        {again}{" "}
        <a href="/customer-support#write" className="text-copper underline">
          {write}
        </a>
      </p>
    </Panel>
  );
}

export const meta: MetaFunction = () => described(pageTitles.notices);

export async function loader(args: LoaderFunctionArgs) {
  return json(await readNotices(args.context, await requireSession(args)));
}

export default function Notices() {
  const { hasEmail, messages, requests } = useLoaderData<typeof loader>();
  return (
    <Page top={{ back: { href: "/settings" } }}>
      <PageTitle>{texts.title}</PageTitle>
      {messages.length > 0 && <Messages messages={messages} />}
      {requests.length > 0 && <Requests requests={requests} />}
      {!hasEmail && <p>{texts.byText}</p>}
      <Panel title={texts.always.title} look="barley">
        <p className="text-sm">{texts.always.text}</p>
      </Panel>
    </Page>
  );
}
