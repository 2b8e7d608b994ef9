import { stopTexts as texts } from "~/content/stop-texts";
import { formatInstant } from "~/content/wallet-notes";
import { maskedNumber } from "~/domain/bank-hints";
import { formatUsd } from "~/domain/money";
import type { StoppableWithdrawal } from "~/areas/payouts/withdrawals/stop-withdrawal";
import { PageTitle } from "~/ui/page";
import { StopFacts, StopForm, StopHead, StopPage } from "~/ui/stop-page";

type StopScreenProps = { stopToken: string; withdrawal: StoppableWithdrawal | null };

/** With the bank, where only an operator can call it back. */
function Sent({ sentAtMs, stopAskedAtMs, createdAtMs }: StoppableWithdrawal) {
  const text = stopAskedAtMs === null ? texts.sent.text : texts.sent.asked;
  return <StopHead look="error" title={texts.sent.title(sentAtMs ?? createdAtMs)} text={text} />;
}

function Top({ withdrawal }: Pick<StopScreenProps, "withdrawal">) {
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
