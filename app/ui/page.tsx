import type { ReactNode } from "react";
import { messages } from "~/content/messages";
import { siteTexts } from "~/content/site-texts";
import { Icon, type IconName } from "./icon";
import { Logo, Mark } from "./logo";

type TabName = "invest" | "holdings" | "settings";
type TabBarProps = { current?: TabName; activated: boolean };

const tabs: { name: TabName; href: string; label: string; icon: IconName }[] = [
  { name: "invest", href: "/invest", label: "Invest", icon: "cask" },
  { name: "holdings", href: "/wallet", label: "Holdings", icon: "holdings" },
  { name: "settings", href: "/settings", label: "Settings", icon: "settings" },
];

/** Grey on invest and wallet while the joining fee is unpaid, otherwise white. */
function TabBar({ current, activated }: TabBarProps) {
  const grey = !activated && current !== "settings";
  return (
    <nav
      aria-label={siteTexts.mainMenu}
      className={`safe-bottom bleed-rule sticky bottom-0 z-10 lg:top-0 lg:bottom-auto lg:order-first lg:border-t-0 lg:border-b lg:border-peat-30 ${grey ? "bleed-ash bg-ash" : "bleed-paper bg-paper"}`}
    >
      <ul className="flex">
        {tabs.map((tab) => (
          <li key={tab.name} className="flex-1">
            <a
              href={tab.href}
              aria-current={tab.name === current ? "page" : undefined}
              className={`flex min-h-14 flex-col items-center justify-center gap-0.5 text-xs font-semibold ${
                tab.name === current ? "text-copper-deep forced-colors:underline" : "text-peat-60 hover:text-peat"
              }`}
            >
              <Icon name={tab.icon} size={24} />
              {tab.label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

export const CONTENT_ID = "content";

export type PageProps = {
  children: ReactNode;
  top?: TopBarProps;
  tabs?: TabBarProps;
  banner?: ReactNode;
  footer?: ReactNode;
  tone?: "paper" | "black";
  tight?: boolean;
};

const tones = {
  paper: "bg-paper sm:border-x sm:border-peat-30",
  black: "bg-black text-paper [&_:focus-visible]:outline-paper",
} as const;

const skip =
  "absolute top-2 z-20 ml-4 inline-flex min-h-11 -translate-y-20 items-center rounded-md bg-paper px-4 font-semibold " +
  "text-copper underline focus:translate-y-0";

export function Page({ children, top, tabs, banner, footer, tone = "paper", tight = false }: PageProps) {
  return (
    <div className={`mx-auto flex min-h-dvh w-full max-w-column flex-col ${tones[tone]}`}>
      <a href={`#${CONTENT_ID}`} className={skip}>
        {messages.skipToContent}
      </a>
      {top && <TopBar {...top} />}
      {banner && <div className="mb-3">{banner}</div>}
      <main
        id={CONTENT_ID}
        tabIndex={-1}
        className={`flex flex-1 flex-col px-4 pb-10 ${tight ? "gap-3 pt-1" : "gap-6 pt-2"}`}
      >
        {children}
      </main>
      {footer}
      {tabs && <TabBar {...tabs} />}
    </div>
  );
}

export function PageTitle({ children, lead }: { children: ReactNode; lead?: ReactNode }) {
  return (
    <div>
      <h1 className="display text-xl">{children}</h1>
      {lead && <p className="mt-2 text-peat-60">{lead}</p>}
    </div>
  );
}

export function TopLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a
      href={href}
      className="inline-flex min-h-11 items-center px-4 text-sm font-semibold text-copper underline underline-offset-4"
    >
      {children}
    </a>
  );
}

type TopBarProps = { back?: { href: string; label?: string }; home?: string; action?: ReactNode };

function TopBar({ back, home, action }: TopBarProps) {
  return (
    <header className="flex min-h-14 flex-wrap items-center justify-between px-4">
      {back ? (
        <a
          href={back.href}
          className="-ml-2 inline-flex min-h-11 items-center gap-1 rounded-sm px-2 text-sm font-semibold hover:text-copper"
        >
          <Icon name="back" />
          {back.label ?? "Back"}
        </a>
      ) : home ? (
        <a href={home} className="inline-flex min-h-11 items-center rounded-sm">
          <Logo />
        </a>
      ) : (
        <Logo />
      )}
      {action ? <div className="-mr-4 ml-auto">{action}</div> : back && <Mark />}
    </header>
  );
}
