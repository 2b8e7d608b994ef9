import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
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

/** The outcome; null while it can be stopped. */
function headOf(withdrawal: StoppableWithdrawal | null) {
  if (withdrawal === null) return texts.heads.unknown;
  const { state, stopAskedAtMs, sentAtMs, createdAtMs } = withdrawal;
  if (state === "progress") return null;
  if (state !== "sending") return texts.heads[state];
  const text =
    stopAskedAtMs === null
      ? "It can no longer be stopped here. If the bank has not paid it yet, we can still call it back."
      : "You have told us that it was not you. We will hold it back if the bank has not paid it yet.";
  return { look: "error", title: texts.sent.title(sentAtMs ?? createdAtMs), text } as const;
}

function factsOf({ amountCents, accountLast4, createdAtMs }: StoppableWithdrawal) {
  return [
    { label: "Amount", value: formatUsd(amountCents) },
    { label: "To the account", value: maskedNumber(accountLast4) },
    { label: "Asked for", value: formatInstant(createdAtMs) },
  ];
}

export const meta = () => [...described(texts.button), { name: "robots", content: "noindex" }];

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

/** Anyone who has the link may see it, so it names no one. */
export default function StopWithdrawal() {
  const { stopToken, withdrawal } = useLoaderData<typeof loader>();
  const head = headOf(withdrawal);
  const isSent = withdrawal?.state === "sending";
  const mayAsk = withdrawal?.state === "progress" || (isSent && withdrawal.stopAskedAtMs === null);
  return (
    <Page top={{ home: "/" }}>
      {head === null ? (
        <PageTitle lead="Someone with access to the account asked us to pay this out. If it was not you, stop it.">
          Stop this withdrawal?
        </PageTitle>
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
          <Button>{isSent ? "Ask us to hold it back" : texts.button}</Button>
          {!isSent && (
            <p className="text-sm text-peat-60">The money stays in the account. Its owner can ask for it again.</p>
          )}
        </form>
      )}
      <Panel title="Is someone else in your account?" look="barley">
        <p className="text-sm wrap-anywhere">
          Write to us at once:{" "}
          <a href={`mailto:${company.support.email}`} className="text-copper underline">
            {company.support.email}
          </a>
        </p>
      </Panel>
    </Page>
  );
}
