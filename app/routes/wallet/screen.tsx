import { useNavigate } from "@remix-run/react";
import { useEffect, useState, type MouseEvent, type ReactNode, type SyntheticEvent, useRef } from "react";
import { referralTexts } from "~/content/wallet";
import { walletTabs, walletTexts } from "~/content/wallet-texts";
import { LinkTabs } from "~/ui/link-tabs";
import { Page, PageTitle } from "~/ui/page";
import { WithdrawDialog, withdrawTitle } from "~/ui/withdraw-dialog";
import { PortfolioPanel } from "./portfolio-panel";
import { RewardsPanel } from "./rewards-panel";
import { ShareDialog } from "./share-dialog";
import { TokensPanel } from "./tokens-panel";
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
  /** The tab is not named by the address or the cookie. */
  mayRestore: boolean;
};

const TABS = ["portfolio", "tokens", "rewards"] as const satisfies readonly WalletTab[];

/** The tab is kept in the browser's own storage too, for when the cookie is lost. Storage may be switched off. */
function useStoredTab(tab: WalletTab, mayRestore: boolean) {
  const navigate = useNavigate();
  useEffect(() => {
    try {
      const stored = mayRestore && TABS.find((one) => one === localStorage["selectedTab"]);
      if (stored && stored !== tab) navigate(`/wallet?tab=${stored}`, { replace: true });
      else localStorage["selectedTab"] = tab;
    } catch {}
  }, [tab, mayRestore, navigate]);
}

function Panel({ panel, activated }: Pick<WalletScreenProps, "panel" | "activated">) {
  if (panel.tab === "tokens") return <TokensPanel view={panel} />;
  if (panel.tab === "rewards") return <RewardsPanel view={panel} />;
  return <PortfolioPanel view={panel} activated={activated} />;
}

function Dialog({ dialog }: { dialog: NonNullable<WalletScreenProps["dialog"]> }) {
  return dialog.dialog === "withdraw" ? <WithdrawDialog view={dialog} /> : <ShareDialog link={dialog.link} />;
}

/** A dialog loaded as a page stays a page; one opened from the running page is shown as an overlay. */
function useArrivedIn(dialog: WalletScreenProps["dialog"]): boolean {
  const [arrived, setArrived] = useState(dialog !== null);
  useEffect(() => {
    if (dialog === null) setArrived(false);
  }, [dialog]);
  return arrived;
}

export function WalletScreen({ activated, panel, dialog, mayRestore }: WalletScreenProps) {
  const navigate = useNavigate();
  const arrivedInDialog = useArrivedIn(dialog);
  useStoredTab(panel.tab, mayRestore);
  const back = `/wallet?tab=${panel.tab}`;
  useEscape(dialog && arrivedInDialog ? back : null);
  const tabs = { current: "holdings", activated } as const;
  if (dialog && arrivedInDialog) {
    return (
      <Page top={{ back: { href: back, label: walletTexts.title } }} tabs={tabs}>
        <Dialog dialog={dialog} />
      </Page>
    );
  }
  return (
    <Page top={{}} tabs={tabs}>
      <div className="flex flex-col gap-2">
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
      {dialog && (
        <Modal label={dialogLabel(dialog)} backHref={back} onLeave={() => navigate(-1)}>
          <Dialog dialog={dialog} />
        </Modal>
      )}
    </Page>
  );
}

const dialogLabel = (dialog: NonNullable<WalletScreenProps["dialog"]>) =>
  dialog.dialog === "withdraw" ? withdrawTitle(dialog.amountCents) : referralTexts.callToAction;

type ModalProps = {
  label: string;
  /** The href of the dialog's own Cancel or Close links: following one only closes the dialog. */
  backHref: string;
  onLeave: () => void;
  children: ReactNode;
};

/**
 * The browser's own modal dialog over the current page: it traps the focus, Escape closes it, and the focus returns to what
 * opened it. A click beside it does not close it, so that nothing typed is lost.
 */
function Modal({ label, backHref, onLeave, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    if (element && !element.open) element.showModal();
    return () => element?.close();
  }, []);

  function leave(event: SyntheticEvent) {
    event.preventDefault();
    onLeave();
  }

  function leaveByLink(event: MouseEvent<HTMLDialogElement>) {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (link?.getAttribute("href") === backHref) leave(event);
  }

  return (
    <dialog
      ref={dialog}
      aria-label={label}
      onCancel={leave}
      onClickCapture={leaveByLink}
      className="sheet m-auto mb-0 max-h-[92dvh] w-full max-w-column flex-col gap-6 overflow-y-auto rounded-t-md bg-paper px-4 pt-6 pb-8 text-peat open:flex sm:mb-auto sm:rounded-md"
    >
      {children}
    </dialog>
  );
}

/** Makes Escape follow the dialog's closing link, `href`; null: no dialog is open. */
function useEscape(href: string | null) {
  const navigate = useNavigate();
  useEffect(() => {
    if (href === null) return;
    const leave = (event: KeyboardEvent) => {
      if (event.key === "Escape" && !event.defaultPrevented) navigate(href);
    };
    document.addEventListener("keydown", leave);
    return () => document.removeEventListener("keydown", leave);
  }, [href, navigate]);
}
