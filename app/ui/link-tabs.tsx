import { AppLink } from "./app-link";

export type LinkTab = { href: string; label: string; current: boolean };

/** Tabs that are links: each has its own address and works without a script. */
export function LinkTabs({ label, tabs }: { label: string; tabs: LinkTab[] }) {
  return (
    <nav aria-label={label} className="border-b border-peat-30">
      <ul className="flex flex-wrap">
        {tabs.map((tab) => (
          <li key={tab.href} className="flex-auto basis-1/4">
            <AppLink
              href={tab.href}
              aria-current={tab.current ? "page" : undefined}
              className={`-mb-px flex min-h-12 items-center justify-center px-1 text-sm font-semibold ${
                tab.current ? "border-b-2 border-copper text-copper" : "text-peat-60 hover:text-peat"
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
