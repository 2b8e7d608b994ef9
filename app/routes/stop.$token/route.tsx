import {
  type ActionFunctionArgs,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { givenUp, stopClosingTexts as texts } from "~/content/closing-texts";
import { described } from "~/content/page-meta";
import { readStoppableClosing, stopClosing } from "~/areas/accounts/closing/stop-closing";
import { readId } from "~/server/read-id";
import { formatInstant } from "~/domain/instant";
import { PageTitle } from "~/ui/page";
import { StopFacts, StopForm, StopHead, StopPage } from "~/ui/stop-page";

export const meta: MetaFunction = () => [...described(texts.button), { name: "robots", content: "noindex" }];

/** Text messages have room for one kind of link: a token that stops no closing belongs to a withdrawal, or is unknown, which its own page says. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const stopToken = readId(params.token);
  const closing = await readStoppableClosing(context, stopToken);
  if (!closing) throw redirect(`/withdrawals/stop/${stopToken}`);
  return json({ stopToken, closing });
}

export async function action({ context, params }: ActionFunctionArgs) {
  const stopToken = readId(params.token);
  if (!(await stopClosing(context, stopToken))) throw new Response(null, { status: 404 });
  return redirect(`/stop/${stopToken}`, 303);
}

export default function Stop() {
  const { stopToken, closing } = useLoaderData<typeof loader>();
  if (closing.state !== "waiting")
    return (
      <StopPage>
        <StopHead {...texts.heads[closing.state]} />
      </StopPage>
    );
  return (
    <StopPage>
      <PageTitle lead={texts.lead}>{texts.title}</PageTitle>
      <StopFacts
        rows={[
          { label: texts.asked, value: formatInstant(closing.askedAtMs) },
          { label: texts.closes, value: formatInstant(closing.closesFromMs) },
          { label: texts.given, value: givenUp(closing).join(", ") || texts.nothing },
        ]}
      />
      <StopForm action={`/stop/${stopToken}`} button={texts.button} effect={texts.effect} />
    </StopPage>
  );
}
