import { bidTexts } from "~/content/bid-texts";
import { bidPath } from "~/content/page-paths";
import type { OpenBid } from "~/domain/bids";

const texts = bidTexts.waiting;

export function OpenBids({ bids }: { bids: readonly OpenBid[] }) {
  return bids.map(({ id, caskName, closesAtMs, choice }) => (
    <a key={id} href={bidPath(id)} className="flex flex-col rounded-md bg-copper-soft p-4 hover:underline">
      <span className="font-semibold wrap-anywhere">{texts.title(caskName)}</span>
      <span className="text-sm">
        {choice ? `${texts.voted[choice]}. ${texts.until(closesAtMs)}` : texts.vote(closesAtMs)}
      </span>
    </a>
  ));
}
