import { siteTexts } from "~/content/site-texts";
import { Icon } from "./icon";

/** To the page that shows what would be sent. @param from the stake whose page this is */
export function ShareLink({ caskId, from }: { caskId: string; from?: string }) {
  return (
    <a
      href={`/share?cask=${caskId}${from ? `&stake=${from}` : ""}`}
      className="inline-flex min-h-11 items-center gap-1 px-4 text-sm font-semibold hover:text-copper"
    >
      <Icon name="share" />
      {siteTexts.share}
    </a>
  );
}
