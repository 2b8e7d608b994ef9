import { useEffect, useId, useState } from "react";
import { shareTexts } from "~/content/wallet-texts";
import { Button } from "~/ui/button";
import { Icon } from "~/ui/icon";

const CONFIRMED_FOR_MS = 2000;

export function CopyLink({ link }: { link: string }) {
  const id = useId();
  const [copied, setCopied] = useState(false);

  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), CONFIRMED_FOR_MS);
    return () => clearTimeout(timer);
  }, [copied]);

  async function copy() {
    try {
      await navigator.clipboard.writeText(link);
      setCopied(true);
    } catch (error) {
      reportError(error);
    }
  }

  return (
    <div className="flex flex-col gap-3">
      <div>
        <label htmlFor={id} className="mb-1 block text-sm font-semibold">
          {shareTexts.link}
        </label>
        <input
          id={id}
          readOnly
          value={link}
          onFocus={(event) => event.currentTarget.select()}
          className="min-h-12 w-full rounded-md border border-peat-45 bg-barley px-3 text-base"
        />
        <p className="mt-1 hidden text-sm text-peat-60 noscript:block">{shareTexts.select}</p>
      </div>
      <div className="noscript:hidden">
        <Button type="button" onClick={copy}>
          <Icon name={copied ? "check" : "copy"} />
          <span aria-live="polite">{copied ? shareTexts.copied : shareTexts.copy}</span>
        </Button>
      </div>
    </div>
  );
}
