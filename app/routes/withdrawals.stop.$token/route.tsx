import {
  type ActionFunctionArgs,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { readStoppable, type StoppableWithdrawal, stopWithdrawal } from "~/areas/payouts/withdrawals/cancel-withdrawal";
import { described } from "~/content/page-meta";
import { stopTexts as texts } from "~/content/closing-texts";
import { formatInstant } from "~/domain/instant";
import { maskedNumber } from "~/domain/bank-hints";
import { formatUsd } from "~/domain/money";
import { readId } from "~/server/read-id";
import { PageTitle } from "~/ui/page";
import { StopFacts, StopForm, StopHead, StopPage } from "~/ui/stop-page";

function Sent({ sentAtMs, stopAskedAtMs, createdAtMs }: StoppableWithdrawal) {
  const text = stopAskedAtMs === null ? texts.sent.text : texts.sent.asked;
  return <StopHead look="error" title={texts.sent.title(sentAtMs ?? createdAtMs)} text={text} />;
}

function Top({ withdrawal }: { withdrawal: StoppableWithdrawal | null }) {
  if (withdrawal === null) return <StopHead {...texts.heads.unknown} />;
  if (withdrawal.state === "sending") return <Sent {...withdrawal} />;
  if (withdrawal.state !== "progress") return <StopHead {...texts.heads[withdrawal.state]} />;
  return <PageTitle lead={texts.lead}>{texts.title}</PageTitle>;
}

function factsOf({ amountCents, accountLast4, createdAtMs }: StoppableWithdrawal) {
  return [
    { label: texts.amount, value: formatUsd(amountCents) },
    { label: texts.account, value: maskedNumber(accountLast4) },
    { label: texts.asked, value: formatInstant(createdAtMs) },
  ];
}

export const meta: MetaFunction = () => [...described(texts.button), { name: "robots", content: "noindex" }];

/** Opening it changes nothing: programs that read email follow links. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const stopToken = readId(params.token);
  const withdrawal = await readStoppable(context, stopToken);
  return json({ stopToken, withdrawal }, { status: withdrawal ? 200 : 404 });
}

export async function action({ context, params }: ActionFunctionArgs) {
  const stopToken = readId(params.token);
  const known = await stopWithdrawal(context, stopToken);
  if (!known) throw new Response(null, { status: 404 });
  return redirect(`/withdrawals/stop/${stopToken}`, 303);
}

export default function StopWithdrawal() {
  const { stopToken, withdrawal } = useLoaderData<typeof loader>();
  const isSent = withdrawal?.state === "sending";
  const mayAsk = withdrawal?.state === "progress" || (isSent && withdrawal.stopAskedAtMs === null);
  return (
    <StopPage>
      <Top withdrawal={withdrawal} />
      {withdrawal && <StopFacts rows={factsOf(withdrawal)} />}
      {mayAsk && (
        <StopForm
          action={`/withdrawals/stop/${stopToken}`}
          button={isSent ? texts.sent.ask : texts.button}
          effect={isSent ? null : texts.effect}
        />
      )}
    </StopPage>
  );
}
