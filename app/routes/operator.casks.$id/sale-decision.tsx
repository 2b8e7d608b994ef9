import { saleTexts as texts } from "~/content/console-cask-texts";
import { formatUsd, plainDollars } from "~/domain/money";
import type { CaskExit } from "~/areas/console/read-cask";
import { Button } from "~/ui/button";
import { Effects } from "~/ui/console/effects";
import type { PartProps } from "./cask-admin";

/** What the viewer may do about a proposal, and how far it is once it is confirmed. */
export function SaleDecision({ page, href, viewerId, mayChange, exit }: PartProps & { exit: CaskExit }) {
  if (exit.state === "confirmed")
    return (
      <div className="flex flex-col gap-2">
        <p>{texts.running}</p>
        <a
          href={`${href}?view=sell`}
          className="inline-flex min-h-11 items-center text-copper underline underline-offset-4"
        >
          {texts.lookAgain}
        </a>
      </div>
    );
  if (exit.state !== "proposed" || !mayChange) return null;
  const isMine = exit.proposedBy === viewerId;
  return (
    <div className="flex flex-col gap-5">
      <p>{isMine ? texts.youProposed : page.isHolder ? texts.isHolder : texts.otherProposed}</p>
      {!isMine && !page.isHolder && <ConfirmForm exit={exit} held={exit.left} />}
      <form method="post">
        <input type="hidden" name="exit" value={exit.id} />
        <Button name="intent" value="cancel" look="danger">
          {texts.cancel}
        </Button>
      </form>
    </div>
  );
}

/** Sends what was looked at: if the proposal is another one by then, nothing is confirmed. */
function ConfirmForm({ exit, held }: { exit: CaskExit; held: number }) {
  const amount = formatUsd(exit.netPerStakeCents);
  const seen = {
    exit: exit.id,
    sold_on: exit.soldOn,
    buyer_kind: exit.buyerKind,
    gross: plainDollars(exit.grossCents),
    fees: plainDollars(exit.feesCents),
    net_per_stake: plainDollars(exit.netPerStakeCents),
  };
  return (
    <form method="post" className="flex flex-col gap-4">
      {Object.entries(seen).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Effects title={texts.confirmTitle} effects={texts.confirmEffects(held, amount)} />
      <Button name="intent" value="confirm">
        {texts.confirm(texts.titles[exit.kind], amount)}
      </Button>
    </form>
  );
}
