import type { WhatIsLeft } from "~/areas/accounts/closing/what-is-left";
import { closingTexts as texts } from "~/content/closing-texts";
import { formatUsd } from "~/domain/money";
import { Button } from "~/ui/button";
import { Choice } from "~/ui/choice";
import { ErrorSummary } from "~/ui/error-summary";
import { Page, PageTitle } from "~/ui/page";
import { Panel } from "~/ui/panel";

export type CloseAccountProps = {
  isOperator: boolean;
  left: Omit<WhatIsLeft, "asked">;
  choices: { stakes: string; balance: string };
  error: string | null;
};

function List({ items }: { items: readonly string[] }) {
  return (
    <ul className="flex list-disc flex-col gap-2 pl-5">
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  );
}

export function CloseAccountScreen({ isOperator, left, choices, error }: CloseAccountProps) {
  const moneyCents = left.walletCents + left.pendingCents + left.proceedsCents;
  const waits = left.stakes + moneyCents + left.tokens > 0;
  const back = { back: { href: "/settings" } };
  if (isOperator)
    return (
      <Page top={back}>
        <PageTitle lead={texts.operator}>{texts.title}</PageTitle>
      </Page>
    );
  return (
    <Page top={back}>
      <PageTitle lead={texts.lead}>{texts.title}</PageTitle>
      <ErrorSummary errors={error === null ? [] : [{ name: "understood", message: error }]} />
      <Panel title={texts.erased.title}>
        <List items={texts.erased.items} />
      </Panel>
      <Panel title={texts.kept.title}>
        <List items={texts.kept.items} />
      </Panel>
      <form method="post" action="/close-account" noValidate className="flex flex-col gap-6">
        <input type="hidden" name="intent" value="close" />
        {left.stakes > 0 && (
          <Choice
            legend={texts.stakes.legend(left.stakes)}
            name="stakes"
            chosen={choices.stakes}
            options={[
              { value: "hold", label: texts.stakes.hold, hint: texts.stakes.holdHint },
              { value: "give-up", label: texts.stakes.giveUp, hint: texts.stakes.giveUpHint },
            ]}
          />
        )}
        {moneyCents > 0 && (
          <Choice
            legend={texts.balance.legend(formatUsd(moneyCents))}
            name="balance"
            chosen={choices.balance}
            options={[
              { value: "pay-out", label: texts.balance.payOut, hint: texts.balance.payOutHint },
              { value: "give-up", label: texts.balance.giveUp, hint: texts.balance.giveUpHint },
            ]}
          />
        )}
        {waits && (
          <Panel title={texts.waits.title} look="barley">
            <p className="text-sm">{texts.waits.text}</p>
          </Panel>
        )}
        {left.payments > 0 && <p>{texts.later.payments}</p>}
        {left.withdrawals > 0 && <p>{texts.later.withdrawals}</p>}
        {left.proceedsCents > 0 && <p>{texts.later.proceeds(formatUsd(left.proceedsCents))}</p>}
        {left.tokens > 0 && <p className="text-sm text-peat-60">{texts.tokens}</p>}
        <label htmlFor="field-understood" className="flex min-h-11 items-center gap-1 font-semibold">
          <input
            id="field-understood"
            type="checkbox"
            name="understood"
            value="yes"
            className="pick"
            aria-invalid={error === null ? undefined : true}
            aria-describedby={error === null ? undefined : "field-understood-error"}
            {...(error === null ? {} : { autoFocus: true })}
          />
          {texts.understood}
        </label>
        {error !== null && (
          <p id="field-understood-error" className="-mt-4 text-sm font-semibold text-brick">
            {error}
          </p>
        )}
        <Button look="danger">{texts.close}</Button>
      </form>
    </Page>
  );
}
