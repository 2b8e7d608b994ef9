import { stopTexts as texts } from "~/content/stop-texts";
import { formatInstant } from "~/content/wallet-notes";
import { maskedNumber } from "~/domain/bank-hints";
import { formatUsd } from "~/domain/money";
import type { StoppableWithdrawal } from "~/features/withdrawals/stop-withdrawal";
import { Button } from "~/ui/button";
import { DefinitionRows } from "~/ui/definition-rows";
import { Page, PageTitle } from "~/ui/page";
import { ResultHead } from "~/ui/result-head";
import { WriteToUs } from "~/ui/write-to-us";

type StopScreenProps = { stopToken: string; withdrawal: StoppableWithdrawal | null };

function Facts({ withdrawal }: { withdrawal: StoppableWithdrawal }) {
  return (
    <div className="rounded-md border border-peat-30 p-4">
      <DefinitionRows
        rows={[
          { label: texts.amount, value: formatUsd(withdrawal.amountCents) },
          { label: texts.account, value: maskedNumber(withdrawal.accountLast4) },
          { label: texts.asked, value: formatInstant(withdrawal.createdAtMs) },
        ]}
      />
    </div>
  );
}

function Head({ name }: { name: keyof typeof texts.heads }) {
  const { look, title, text } = texts.heads[name];
  return (
    <ResultHead look={look} title={title}>
      {text}
    </ResultHead>
  );
}

/** With the bank, where only an operator can call it back. */
function Sent({ sentAtMs, stopAskedAtMs, createdAtMs }: StoppableWithdrawal) {
  return (
    <ResultHead look="error" title={texts.sent.title(sentAtMs ?? createdAtMs)}>
      {stopAskedAtMs === null ? texts.sent.text : texts.sent.asked}
    </ResultHead>
  );
}

function StopForm({ stopToken, isSent }: { stopToken: string; isSent: boolean }) {
  return (
    <form method="post" action={`/withdrawals/stop/${stopToken}`} className="flex flex-col gap-3">
      <Button>{isSent ? texts.sent.ask : texts.button}</Button>
      {!isSent && <p className="text-sm text-peat-60">{texts.effect}</p>}
    </form>
  );
}

function Top({ withdrawal }: Pick<StopScreenProps, "withdrawal">) {
  if (withdrawal === null) return <Head name="unknown" />;
  if (withdrawal.state === "sending") return <Sent {...withdrawal} />;
  if (withdrawal.state !== "progress") return <Head name={withdrawal.state} />;
  return <PageTitle lead={texts.lead}>{texts.title}</PageTitle>;
}

export function StopScreen({ stopToken, withdrawal }: StopScreenProps) {
  const isSent = withdrawal?.state === "sending";
  const mayAsk = withdrawal?.state === "progress" || (isSent && withdrawal.stopAskedAtMs === null);
  return (
    <Page top={{ home: "/" }}>
      <Top withdrawal={withdrawal} />
      {withdrawal && <Facts withdrawal={withdrawal} />}
      {mayAsk && <StopForm stopToken={stopToken} isSent={isSent} />}
      <WriteToUs />
    </Page>
  );
}
