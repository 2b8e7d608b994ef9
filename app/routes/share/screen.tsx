import { caskShareTexts as texts } from "~/content/cask-share-texts";
import type { ShareCard } from "~/domain/pictures/share-card";
import { Button } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { Page, PageTitle } from "~/ui/page";
import { ShareCardPicture } from "~/ui/pictures/share-card";

export type ShareScreenProps = {
  card: ShareCard;
  label: string;
  link: string;
  text: string;
  /** The link is a referral link. */
  rewarded: boolean;
  back: string;
  activated: boolean;
};

/** What others will see, the device's share sheet where there is one, and the link to copy where there is none. */
export function ShareScreen({ card, label, link, text, rewarded, back, activated }: ShareScreenProps) {
  return (
    <Page top={{ back: { href: back } }} tabs={{ activated }}>
      <PageTitle lead={texts.lead}>{texts.title}</PageTitle>
      <ShareCardPicture card={card} brand={texts.brand} label={label} />
      <div className="flex flex-col gap-3">
        <Button
          type="button"
          hidden
          data-share="button"
          data-text={text}
          data-full={texts.button}
          data-failed={texts.failed}
        >
          <Icon name="share" />
          <span>{texts.without}</span>
        </Button>
        <div>
          <label htmlFor="share-link" className="mb-1 block text-sm font-semibold">
            {texts.yourLink}
          </label>
          <input
            id="share-link"
            data-share="link"
            readOnly
            defaultValue={link}
            aria-describedby={rewarded ? "share-invitation" : undefined}
            className="min-h-12 w-full rounded-md border border-peat-45 bg-barley px-3 text-base"
          />
          <p className="mt-1 hidden text-sm text-peat-60 noscript:block">{texts.select}</p>
        </div>
        <Button type="button" look="secondary" hidden data-share="copy" data-done={texts.copied}>
          <Icon name="copy" />
          {texts.copy}
        </Button>
        <p role="status" data-share="said" className="min-h-5 text-sm font-semibold" />
        {rewarded && (
          <p id="share-invitation" className="text-sm text-peat-60">
            {texts.invitation}
          </p>
        )}
      </div>
    </Page>
  );
}
