import { closingTexts } from "~/content/closing-texts";
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
    asked: { giveUpStakes: boolean; giveUpBalance: boolean } | null;
  };
};

/** The wish is kept, and what it waits for. */
export function WaitingScreen({ left }: WaitingProps) {
  const texts = closingTexts.waiting;
  const moneyCents = left.walletCents + left.pendingCents;
  const waitsFor = [
    ...(left.stakes > 0 && !left.asked?.giveUpStakes ? [texts.stakes(left.stakes)] : []),
    ...(moneyCents > 0 && !left.asked?.giveUpBalance ? [texts.balance(formatUsd(moneyCents))] : []),
    ...(left.withdrawals > 0 ? [texts.withdrawals] : []),
    ...(left.payments > 0 ? [texts.payments] : []),
  ];
  return (
    <Page top={{ back: { href: "/settings" } }}>
      <PageTitle lead={texts.lead}>{texts.title}</PageTitle>
      <ul className="flex list-disc flex-col gap-2 pl-5">
        {(waitsFor.length > 0 ? waitsFor : [texts.soon]).map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
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
