import { shareTexts } from "~/content/wallet-texts";
import { Button } from "./button";
import { Icon } from "./icon";

/** The script beside it: copy-script. */
export function CopyLink({ link }: { link: string }) {
  return (
    <div className="flex flex-col gap-3">
      <div>
        <label htmlFor="share-link" className="mb-1 block text-sm font-semibold">
          {shareTexts.link}
        </label>
        <input
          id="share-link"
          readOnly
          value={link}
          className="min-h-12 w-full rounded-md border border-peat-45 bg-barley px-3 text-base"
        />
        <p className="mt-1 hidden text-sm text-peat-60 noscript:block">{shareTexts.select}</p>
      </div>
      <div className="noscript:hidden">
        <Button type="button" data-copy="share-link" data-copied={shareTexts.copied}>
          <span className="contents [[data-done]_&]:hidden">
            <Icon name="copy" />
          </span>
          <span className="hidden [[data-done]_&]:contents">
            <Icon name="check" />
          </span>
          <span aria-live="polite">{shareTexts.copy}</span>
        </Button>
      </div>
    </div>
  );
}
