import {
  type ActionFunctionArgs,
  type HeadersFunction,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { readStop, stopNotices } from "~/areas/notices/notice-choices";
import { noticeChoiceTexts } from "~/content/notice-choice-texts";
import { described } from "~/content/page-meta";
import { retryAfterOfAction } from "~/server/login-form";
import { decideByLink } from "~/server/mail-link";
import { Button, ButtonLink } from "~/ui/button";
import { Page, PageTitle } from "~/ui/page";
import { ResultHead } from "~/ui/result-head";

const { stop: texts, topics } = noticeChoiceTexts;

export const meta: MetaFunction = () => [...described(texts.button), { name: "robots", content: "noindex" }];

export const headers: HeadersFunction = retryAfterOfAction;

/** Opening it changes nothing: programs that read email follow links. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const token = params.token ?? "";
  const stop = await readStop(context, token);
  return json({ token, stop }, { status: stop ? 200 : 404 });
}

export const action = (args: ActionFunctionArgs) => decideByLink(args, "/notices/stop", stopNotices);

export default function StopNotices() {
  const { token, stop } = useLoaderData<typeof loader>();
  if (useActionData<typeof action>()?.tooMany)
    return (
      <Page top={{ home: "/" }}>
        <ResultHead look="unknown" title={texts.tooMany.title}>
          {texts.tooMany.text}
        </ResultHead>
      </Page>
    );
  if (!stop?.wanted) {
    const head = stop ? texts.stopped : texts.unknown;
    return (
      <Page top={{ home: "/" }}>
        <ResultHead look={stop ? "gain" : "unknown"} title={head.title}>
          {head.text}
        </ResultHead>
        {stop && (
          <ButtonLink href="/notices" look="secondary">
            {texts.settings}
          </ButtonLink>
        )}
      </Page>
    );
  }
  return (
    <Page top={{ home: "/" }}>
      <PageTitle lead={texts.lead}>{texts.title(topics[stop.topic].label)}</PageTitle>
      <form method="post" action={`/notices/stop/${token}`}>
        <Button>{texts.button}</Button>
      </form>
    </Page>
  );
}
