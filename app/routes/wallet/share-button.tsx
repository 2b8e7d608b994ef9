import { useNavigate } from "@remix-run/react";
import { useRef, type MouseEvent } from "react";
import { referralTexts } from "~/content/wallet";
import { ButtonLink } from "~/ui/button";

const SHARE_HREF = "/wallet?tab=rewards&dialog=share";

/** Opens the device's share sheet if there is one, else the share page. A second share waits for the first to end. */
export function ShareButton({ link }: { link: string }) {
  const sharing = useRef(false);
  const navigate = useNavigate();

  async function share(event: MouseEvent<HTMLAnchorElement>) {
    if (typeof navigator.share !== "function") return;
    event.preventDefault();
    if (sharing.current) return;
    sharing.current = true;
    try {
      await navigator.share({ text: referralTexts.shareText(link) });
    } catch (error) {
      if (!(error instanceof DOMException && error.name === "AbortError")) {
        reportError(error);
        navigate(SHARE_HREF);
      }
    } finally {
      sharing.current = false;
    }
  }

  return (
    <ButtonLink href={SHARE_HREF} onClick={share} inPage>
      {referralTexts.callToAction}
    </ButtonLink>
  );
}
