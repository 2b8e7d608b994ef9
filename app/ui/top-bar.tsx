import type { ReactNode } from "react";
import { siteTexts } from "~/content/site-texts";
import { Icon } from "./icon";
import { Logo, Mark } from "./logo";

export type TopBarProps = { back?: { href: string; label?: string }; home?: string; action?: ReactNode };

export function TopBar({ back, home, action }: TopBarProps) {
  return (
    <header className="flex min-h-14 flex-wrap items-center justify-between px-4">
      {back ? (
        <a
          href={back.href}
          className="-ml-2 inline-flex min-h-11 items-center gap-1 rounded-sm px-2 text-sm font-semibold hover:text-copper"
        >
          <Icon name="back" />
          {back.label ?? siteTexts.back}
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
