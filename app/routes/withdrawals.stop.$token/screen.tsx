import { company } from "~/content/company";
import { stopTexts as texts } from "~/content/stop-texts";
import { formatInstant } from "~/content/wallet-notes";
import { maskedNumber } from "~/domain/bank-hints";
import { formatUsd } from "~/domain/money";
import type { StoppableWithdrawal } from "~/features/withdrawals/stop-withdrawal";
import { Button } from "~/ui/button";
import { DefinitionRows } from "~/ui/definition-rows";
import { Page, PageTitle } from "~/ui/page";
import { Panel } from "~/ui/panel";
import { ResultHead } from "~/ui/result-head";

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

export function StopScreen({ stopToken, withdrawal }: StopScreenProps) {
  const decided = withdrawal === null ? "unknown" : withdrawal.state === "progress" ? null : withdrawal.state;
  return (
    <Page top={{ home: "/" }}>
      {decided === null ? <PageTitle lead={texts.lead}>{texts.title}</PageTitle> : <Head name={decided} />}
      {withdrawal && <Facts withdrawal={withdrawal} />}
      {decided === null && (
        <form method="post" action={`/withdrawals/stop/${stopToken}`} className="flex flex-col gap-3">
          <Button>{texts.button}</Button>
          <p className="text-sm text-peat-60">{texts.effect}</p>
        </form>
      )}
      <Panel title={company.support.email} look="barley">
        <p className="text-sm">
          {texts.write}
          <a href={`mailto:${company.support.email}`} className="text-copper underline">
            {company.support.email}
          </a>
        </p>
      </Panel>
    </Page>
  );
}
