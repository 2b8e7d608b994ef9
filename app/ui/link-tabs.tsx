import { AppLink } from "./app-link";

export type LinkTab = { href: string; label: string; current: boolean };

/** Tabs that are links: each has its own address and works without a script. */
export function LinkTabs({ label, tabs }: { label: string; tabs: LinkTab[] }) {
  return (
    <nav aria-label={label} className="border-b border-peat-30">
      <ul className="flex">
        {tabs.map((tab) => (
          <li key={tab.href} className="flex-1">
            <AppLink
              href={tab.href}
              aria-current={tab.current ? "page" : undefined}
              className={`-mb-px flex min-h-12 items-center justify-center border-b-2 px-1 text-sm font-semibold ${
                tab.current ? "border-copper text-copper" : "border-transparent text-peat-60 hover:text-peat"
              }`}
            >
              {tab.label}
            </AppLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
