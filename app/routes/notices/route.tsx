import {
  type ActionFunctionArgs,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { type OwnMessage, type OwnRequest, readNoticeChoices, saveNoticeChoices } from "~/areas/notices/notice-choices";
import { company } from "~/content/company";
import { noticeChoiceTexts as texts } from "~/content/notice-choice-texts";
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

export const handle: PageHandle = { inlineScript: busyFormsScript };

export const meta: MetaFunction = () => described(pageTitles.notices);

export async function loader(args: LoaderFunctionArgs) {
  return json(await readNoticeChoices(args.context, await requireSession(args)));
}

/** A box that is not ticked is not sent, so what is missing is not wanted. */
export async function action(args: ActionFunctionArgs) {
  const wanted = (await readForm(args.request)).has("valuations");
  await saveNoticeChoices(args.context, withinLimit(args.context, await requireSession(args), "notices"), wanted);
  const headers = { "Set-Cookie": await setToast(args.context.config, "notices-saved") };
  return redirect("/settings", { status: 303, headers });
}

export default function Notices() {
  const { hasEmail, wanted, messages, requests } = useLoaderData<typeof loader>();
  return (
    <Page top={{ back: { href: "/settings" } }}>
      <PageTitle lead={texts.lead}>{texts.title}</PageTitle>
      {messages.length > 0 && <Messages messages={messages} />}
      {requests.length > 0 && <Requests requests={requests} />}
      {!hasEmail && <p>{texts.byText}</p>}
      <form method="post" action="/notices" className="flex flex-col gap-6">
        <div className="flex items-start gap-1">
          <input
            id="field-valuations"
            type="checkbox"
            name="valuations"
            value="yes"
            defaultChecked={wanted}
            aria-describedby="field-valuations-hint"
            className="pick"
          />
          <div>
            <label htmlFor="field-valuations" className="flex min-h-11 items-center font-semibold">
              {texts.valuations.label}
            </label>
            <p id="field-valuations-hint" className="text-sm text-peat-60">
              {texts.valuations.hint}
            </p>
          </div>
        </div>
        <Button>{texts.save}</Button>
      </form>
      <Panel title={texts.always.title} look="barley">
        <p className="text-sm">{texts.always.text}</p>
      </Panel>
    </Page>
  );
}
