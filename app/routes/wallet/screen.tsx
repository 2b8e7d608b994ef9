import { bidTexts } from "~/content/bid-texts";
import { bidPath } from "~/content/page-paths";
import { referralTexts } from "~/content/wallet-notes";
import { walletTabs, walletTexts } from "~/content/wallet-texts";
import { Button, ButtonLink } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { LinkTabs } from "~/ui/link-tabs";
import { Page, PageTitle, TopLink } from "~/ui/page";
import { WithdrawDialog, withdrawTitle } from "~/ui/withdraw-dialog";
import { PortfolioPanel } from "./portfolio-panel";
import { RewardsPanel } from "./rewards-panel";
import { TokensPanel } from "./tokens-panel";
import type {
  PortfolioView,
  RewardsView,
  ShareDialogView,
  TokensView,
  WalletTab,
  WithdrawDialogView,
} from "./wallet-view";
import type { ReactNode } from "react";

function Sheet({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div data-sheet-label={label} className="flex flex-col gap-6">
      {children}
    </div>
  );
}

function CopyLink({ link }: { link: string }) {
  return (
    <div className="flex flex-col gap-3">
      <div>
        <label htmlFor="share-link" className="mb-1 block text-sm font-semibold">
          Your link
        </label>
        <input
          id="share-link"
          readOnly
          value={link}
          className="min-h-12 w-full rounded-md border border-peat-45 bg-barley px-3 text-base"
        />
        <p className="mt-1 hidden text-sm text-peat-60 noscript:block">Select the link to copy it.</p>
      </div>
      <div className="noscript:hidden">
        <Button type="button" data-copy="share-link" data-copied="Copied!">
          <span className="contents [[data-done]_&]:hidden">
            <Icon name="copy" />
          </span>
          <span className="hidden [[data-done]_&]:contents">
            <Icon name="check" />
          </span>
          <span aria-live="polite">Copy Link</span>
        </Button>
      </div>
    </div>
  );
}

function shareTargets(link: string) {
  const text = encodeURIComponent(referralTexts.shareText(link));
  return [
    { name: "WhatsApp", href: `https://wa.me/?text=${text}` },
    { name: "SMS", href: `sms:?&body=${text}` },
    { name: "Facebook", href: `https://www.facebook.com/sharer/sharer.php?u=${encodeURIComponent(link)}` },
  ];
}

function ShareDialog({ link }: { link: string }) {
  return (
    <>
      <PageTitle lead={referralTexts.how}>{referralTexts.callToAction}</PageTitle>
      <CopyLink link={link} />
      <ul aria-label="Share with" className="divide-y divide-peat-30 border-y border-peat-30">
        {shareTargets(link).map((target) => (
          <li key={target.name}>
            <a
              href={target.href}
              target="_blank"
              rel="noopener noreferrer"
              className="flex min-h-12 items-center justify-between font-semibold hover:text-copper"
            >
              {target.name}
              <Icon name="share" />
            </a>
          </li>
        ))}
      </ul>
      <ButtonLink href="/wallet?tab=rewards" look="secondary" data-sheet-end>
        Close
      </ButtonLink>
    </>
  );
}

export type WalletScreenProps = {
  activated: boolean;
  panel: PortfolioView | TokensView | RewardsView;
  dialog: WithdrawDialogView | ShareDialogView | null;
  mayRestore: boolean;
};

const TABS = ["portfolio", "tokens", "rewards"] as const satisfies readonly WalletTab[];

function Panel({ panel, activated }: Pick<WalletScreenProps, "panel" | "activated">) {
  if (panel.tab === "tokens") return <TokensPanel view={panel} />;
  if (panel.tab === "rewards") return <RewardsPanel view={panel} />;
  return <PortfolioPanel view={panel} activated={activated} />;
}

function Dialog({ dialog }: { dialog: NonNullable<WalletScreenProps["dialog"]> }) {
  return dialog.dialog === "withdraw" ? <WithdrawDialog view={dialog} /> : <ShareDialog link={dialog.link} />;
}

export function WalletScreen({ activated, panel, dialog, mayRestore }: WalletScreenProps) {
  if (dialog) {
    return (
      <Page top={{ back: { href: `/wallet?tab=${panel.tab}`, label: walletTexts.title } }}>
        <Sheet label={dialogLabel(dialog)}>
          <Dialog dialog={dialog} />
        </Sheet>
      </Page>
    );
  }
  return (
    <Page top={{ action: bidOf(panel) }} tabs={{ current: "holdings", activated }} tight>
      <div data-tab={panel.tab} data-restore={mayRestore || undefined}>
        <PageTitle>{walletTexts.title}</PageTitle>
        <LinkTabs
          label={walletTexts.title}
          tabs={TABS.map((name) => ({
            href: `/wallet?tab=${name}`,
            label: walletTabs[name],
            current: name === panel.tab,
          }))}
        />
      </div>
      <Panel panel={panel} activated={activated} />
    </Page>
  );
}

function bidOf(panel: WalletScreenProps["panel"]) {
  const bid = panel.tab === "portfolio" ? panel.bids.find(({ choice }) => choice === null) : null;
  return bid ? <TopLink href={bidPath(bid.id)}>{bidTexts.waiting.short(bid.closesAtMs)}</TopLink> : null;
}

const dialogLabel = (dialog: NonNullable<WalletScreenProps["dialog"]>) =>
  dialog.dialog === "withdraw" ? withdrawTitle(dialog.amountCents) : referralTexts.callToAction;
