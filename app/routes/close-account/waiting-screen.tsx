import { closingTexts, givenUp } from "~/content/closing-texts";
import { formatUsd } from "~/domain/money";
import { Button, ButtonLink } from "~/ui/button";
import { Page, PageTitle } from "~/ui/page";

export type WaitingProps = {
  left: {
    stakes: number;
    walletCents: number;
    pendingCents: number;
    withdrawals: number;
    payments: number;
    proceedsCents: number;
    tokens: number;
    asked: { giveUpStakes: boolean; giveUpBalance: boolean; askedAtMs: number; closesFromMs: number } | null;
  };
};

function Items({ items }: { items: readonly string[] }) {
  return (
    <ul className="flex list-disc flex-col gap-2 pl-5">
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  );
}

/** Shown once a closing is requested: what it waits for, and what it takes with it. */
export function WaitingScreen({ left }: WaitingProps) {
  const texts = closingTexts.waiting;
  const moneyCents = left.walletCents + left.pendingCents + left.proceedsCents;
  const { asked } = left;
  const holdsSomething = left.stakes + moneyCents + left.tokens > 0;
  const waitsFor = [
    ...(left.stakes > 0 && !asked?.giveUpStakes ? [texts.stakes(left.stakes)] : []),
    ...(moneyCents > 0 && !asked?.giveUpBalance ? [texts.balance(formatUsd(moneyCents))] : []),
    ...(left.withdrawals > 0 ? [texts.withdrawals] : []),
    ...(left.payments > 0 ? [texts.payments] : []),
    ...(left.proceedsCents > 0 ? [texts.proceeds(formatUsd(left.proceedsCents))] : []),
  ];
  const taken = asked && holdsSomething ? givenUp({ ...asked, ...left, moneyCents }) : [];
  const waitsOnly = asked !== null && holdsSomething && waitsFor.length === 0;
  const lead = waitsOnly
    ? texts.waitOnly(asked.closesFromMs)
    : asked && holdsSomething
      ? texts.lead(asked.closesFromMs)
      : texts.leadEmpty;
  return (
    <Page top={{ back: { href: "/settings" } }}>
      <PageTitle lead={lead}>{texts.title}</PageTitle>
      {!waitsOnly && <Items items={waitsFor.length > 0 ? waitsFor : [texts.soon]} />}
      {taken.length > 0 && (
        <div className="flex flex-col gap-2">
          <p>{texts.given}</p>
          <Items items={taken} />
        </div>
      )}
      {holdsSomething && <p>{texts.told}</p>}
      <div className="flex flex-col gap-3">
        <ButtonLink href="/wallet" look="secondary">
          {texts.toWallet}
        </ButtonLink>
        <form method="post" action="/close-account">
          <input type="hidden" name="intent" value="keep" />
          <Button>{texts.keep}</Button>
        </form>
      </div>
    </Page>
  );
}
