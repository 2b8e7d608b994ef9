import { siteTexts, tabNames } from "~/content/site-texts";
import { Icon, type IconName } from "./icon";

type TabName = "invest" | "holdings" | "settings";
export type TabBarProps = {
  /** None: a page that is in no tab, such as one that does not exist. */
  current?: TabName;
  activated: boolean;
};

const tabs: { name: TabName; href: string; label: string; icon: IconName }[] = [
  { name: "invest", href: "/invest", label: tabNames.invest, icon: "cask" },
  { name: "holdings", href: "/wallet", label: tabNames.holdings, icon: "holdings" },
  { name: "settings", href: "/settings", label: tabNames.settings, icon: "settings" },
];

/** Grey on invest and wallet while the joining fee is unpaid, otherwise white. */
export function TabBar({ current, activated }: TabBarProps) {
  const grey = !activated && current !== "settings";
  return (
    <nav
      aria-label={siteTexts.mainMenu}
      className={`safe-bottom bleed-rule sticky bottom-0 z-10 ${grey ? "bleed-ash bg-ash" : "bleed-paper bg-paper"}`}
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
