type LinkTab = { href: string; label: string; current: boolean };

export type LinkTabsProps = { label: string; tabs: LinkTab[] };

export function LinkTabs({ label, tabs }: LinkTabsProps) {
  return (
    <nav aria-label={label} className="border-b border-peat-30">
      <ul className="flex flex-wrap">
        {tabs.map((tab) => (
          <li key={tab.href} className="flex-auto basis-1/4">
            <a
              href={tab.href}
              aria-current={tab.current ? "page" : undefined}
              className={`-mb-px flex min-h-12 items-center justify-center px-1 text-sm font-semibold ${
                tab.current ? "border-b-2 border-copper text-copper" : "pb-0.5 text-peat-60 hover:text-peat"
              }`}
            >
              {tab.label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
