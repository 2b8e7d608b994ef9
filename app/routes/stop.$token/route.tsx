import {
  type ActionFunctionArgs,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { readStoppable, type StoppableWithdrawal, stopWithdrawal } from "~/areas/payouts/withdrawals/cancel-withdrawal";
import { company } from "~/content/company";
import { described } from "~/content/page-meta";
import { stopTexts as texts } from "~/content/closing-texts";
import { formatInstant } from "~/domain/calendar-date";
import { maskedNumber } from "~/domain/bank-hints";
import { formatUsd } from "~/domain/money";
import { readId } from "~/server/read-id";
import { Button } from "~/ui/button";
import { DefinitionRows } from "~/ui/definition-rows";
import { Page, PageTitle } from "~/ui/page";
import { Panel } from "~/ui/panel";
import { ResultHead } from "~/ui/result-head";

/** What has become of it: null while it can be stopped. */
function headOf(withdrawal: StoppableWithdrawal | null) {
  if (withdrawal === null) return texts.heads.unknown;
  const { state, stopAskedAtMs, sentAtMs, createdAtMs } = withdrawal;
  if (state === "progress") return null;
  if (state !== "sending") return texts.heads[state];
  const text = stopAskedAtMs === null ? texts.sent.text : texts.sent.asked;
  return { look: "error", title: texts.sent.title(sentAtMs ?? createdAtMs), text } as const;
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
  return redirect(`/stop/${stopToken}`, 303);
}

/** Anyone who has the link may see it, so it names nobody. */
export default function StopWithdrawal() {
  const { stopToken, withdrawal } = useLoaderData<typeof loader>();
  const head = headOf(withdrawal);
  const isSent = withdrawal?.state === "sending";
  const mayAsk = withdrawal?.state === "progress" || (isSent && withdrawal.stopAskedAtMs === null);
  return (
    <Page top={{ home: "/" }}>
      {head === null ? (
        <PageTitle lead={texts.lead}>{texts.title}</PageTitle>
      ) : (
        <ResultHead look={head.look} title={head.title}>
          {head.text}
        </ResultHead>
      )}
      {withdrawal && (
        <Panel>
          <DefinitionRows rows={factsOf(withdrawal)} />
        </Panel>
      )}
      {mayAsk && (
        <form method="post" action={`/stop/${stopToken}`} className="flex flex-col gap-3">
          <Button>{isSent ? texts.sent.ask : texts.button}</Button>
          {!isSent && <p className="text-sm text-peat-60">{texts.effect}</p>}
        </form>
      )}
      <Panel title={texts.write.title} look="barley">
        <p className="text-sm wrap-anywhere">
          {texts.write.text}
          <a href={`mailto:${company.support.email}`} className="text-copper underline">
            {company.support.email}
          </a>
        </p>
      </Panel>
    </Page>
  );
}
