import { referralTexts } from "~/content/wallet";
import { shareTexts } from "~/content/wallet-texts";
import { ButtonLink } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { PageTitle } from "~/ui/page";
import { CopyLink } from "~/ui/copy-link";

function shareTargets(link: string) {
  const text = encodeURIComponent(referralTexts.shareText(link));
  return [
    { name: "WhatsApp", href: `https://wa.me/?text=${text}` },
    { name: "SMS", href: `sms:?&body=${text}` },
    { name: "Facebook", href: `https://www.facebook.com/sharer/sharer.php?u=${encodeURIComponent(link)}` },
  ];
}

export function ShareDialog({ link }: { link: string }) {
  return (
    <>
      <PageTitle lead={referralTexts.how}>{referralTexts.callToAction}</PageTitle>
      <CopyLink link={link} />
      <ul aria-label={shareTexts.targets} className="divide-y divide-peat-30 border-y border-peat-30">
        {shareTargets(link).map((target) => (
          <li key={target.name}>
            <a
              href={target.href}
              target="_blank"
              rel="noopener noreferrer"
              className="flex min-h-12 items-center justify-between font-semibold hover:text-copper"
            >
              {target.name}
              <Icon name="share" />
            </a>
          </li>
        ))}
      </ul>
      <ButtonLink href="/wallet?tab=rewards" look="secondary" data-sheet-end>
        {shareTexts.close}
      </ButtonLink>
    </>
  );
}
