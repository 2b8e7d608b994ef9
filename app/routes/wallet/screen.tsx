import { useEffect } from "react";
import { LinkTabs } from "~/ui/link-tabs";
import { Page, PageTitle } from "~/ui/page";
import { PortfolioPanel } from "./portfolio-panel";
import { RewardsPanel } from "./rewards-panel";
import { ShareDialog } from "./share-dialog";
import { TokensPanel } from "./tokens-panel";
import { useEscape } from "./use-escape";
import { WithdrawDialog } from "./withdraw-dialog";
import type {
  PortfolioView,
  RewardsView,
  ShareDialogView,
  TokensView,
  WalletTab,
  WithdrawDialogView,
} from "./wallet-view";

export type WalletScreenProps = {
  activated: boolean;
  panel: PortfolioView | TokensView | RewardsView;
  dialog: WithdrawDialogView | ShareDialogView | null;
};

const TABS: { name: WalletTab; label: string }[] = [
  { name: "portfolio", label: "Portfolio" },
  { name: "tokens", label: "Tokens" },
  { name: "rewards", label: "Rewards" },
];

function rememberTab(tab: WalletTab) {
  try {
    localStorage.setItem("selectedTab", tab);
  } catch {
    return; // Storage is switched off: the cookie remembers the tab as well.
  }
}

function Panel({ panel }: { panel: WalletScreenProps["panel"] }) {
  if (panel.tab === "tokens") return <TokensPanel view={panel} />;
  if (panel.tab === "rewards") return <RewardsPanel view={panel} />;
  return <PortfolioPanel view={panel} />;
}

export function WalletScreen({ activated, panel, dialog }: WalletScreenProps) {
  useEffect(() => rememberTab(panel.tab), [panel.tab]);
  const back = `/wallet?tab=${panel.tab}`;
  useEscape(dialog ? back : null);
  const tabs = { current: "holdings", activated } as const;
  if (dialog) {
    return (
      <Page top={{ back: { href: back, label: "Wallet" } }} tabs={tabs}>
        {dialog.dialog === "withdraw" ? <WithdrawDialog view={dialog} /> : <ShareDialog link={dialog.link} />}
      </Page>
    );
  }
  return (
    <Page top={{}} tabs={tabs}>
      <PageTitle>Wallet</PageTitle>
      <LinkTabs
        label="Wallet"
        tabs={TABS.map(({ name, label }) => ({ href: `/wallet?tab=${name}`, label, current: name === panel.tab }))}
      />
      <Panel panel={panel} />
    </Page>
  );
}
