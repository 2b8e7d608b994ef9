import { compactScript } from "~/ui/compact-script";

/** The tab is kept in the browser's own storage too, for when the cookie is lost. Storage may be switched off. */
export const tabScript = compactScript(`try {
  const { tab, restore } = document.querySelector("[data-tab]").dataset;
  const kept = restore && localStorage.selectedTab;
  if (/^(portfolio|tokens|rewards)$/.test(kept) && kept !== tab) location.replace("/wallet?tab=" + kept);
  else localStorage.selectedTab = tab;
} catch {}`);
