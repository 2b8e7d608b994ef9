import { stopTexts as texts } from "~/content/stop-texts";
import { formatInstant } from "~/content/wallet-notes";
import { maskedNumber } from "~/domain/bank-hints";
import { formatUsd } from "~/domain/money";
import type { StoppableWithdrawal } from "~/areas/payouts/withdrawals/stop-withdrawal";
import { PageTitle } from "~/ui/page";
import { ResultHead } from "~/ui/result-head";
import { StopFacts, StopForm, StopPage } from "~/ui/stop-page";

type StopScreenProps = { stopToken: string; withdrawal: StoppableWithdrawal | null };

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

function Top({ withdrawal }: Pick<StopScreenProps, "withdrawal">) {
  if (withdrawal === null) return <Head name="unknown" />;
  if (withdrawal.state === "sending") return <Sent {...withdrawal} />;
  if (withdrawal.state !== "progress") return <Head name={withdrawal.state} />;
  return <PageTitle lead={texts.lead}>{texts.title}</PageTitle>;
}

function factsOf({ amountCents, accountLast4, createdAtMs }: StoppableWithdrawal) {
  return [
    { label: texts.amount, value: formatUsd(amountCents) },
    { label: texts.account, value: maskedNumber(accountLast4) },
    { label: texts.asked, value: formatInstant(createdAtMs) },
  ];
}

export function StopScreen({ stopToken, withdrawal }: StopScreenProps) {
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
