import { referralTexts } from "~/content/wallet";
import { rewardTexts } from "~/content/wallet-texts";
import { Badge } from "~/ui/badge";
import { Money } from "~/ui/money";
import { Panel } from "~/ui/panel";
import { Printed } from "~/ui/printed";
import type { ReferralRow, RewardsView } from "./wallet-view";
import { useNavigate } from "@remix-run/react";
import { useRef, type MouseEvent } from "react";
import { ButtonLink } from "~/ui/button";

const SHARE_HREF = "/wallet?tab=rewards&dialog=share";

/** Opens the device's share sheet if there is one, else the share page. A second share waits for the first to end. */
function ShareButton({ link }: { link: string }) {
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

function Sum({ label, cents }: { label: string; cents: number }) {
  return (
    <div className="min-w-32 flex-1 rounded-md bg-barley p-4">
      <dt className="text-sm text-peat-60">{label}</dt>
      <dd>
        <Money cents={cents} size="medium" />
      </dd>
    </div>
  );
}

function Referral({ row }: { row: ReferralRow }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0">
        <p className="figures font-semibold wrap-anywhere">{row.contact}</p>
        <p className="text-sm text-peat-60">{row.status}</p>
      </div>
      <p className="ml-auto flex flex-wrap items-center justify-end gap-2">
        {row.status === "staked" && <Badge tone="copper">{rewardTexts.staked}</Badge>}
        <span className={row.status === "staked" ? "" : "text-peat-60"}>
          <Money cents={row.amountCents} />
        </span>
      </p>
    </li>
  );
}

export function RewardsPanel({ view }: { view: RewardsView }) {
  return (
    <>
      <dl className="flex flex-wrap gap-3">
        <Sum label={rewardTexts.pending} cents={view.pendingCents} />
        <Sum label={rewardTexts.paid} cents={view.paidCents} />
      </dl>
      <Panel title={view.canRefer ? referralTexts.invite : referralTexts.callToAction} look="copper">
        <p className="text-sm">{view.canRefer ? referralTexts.how : referralTexts.locked}</p>
        {view.canRefer && view.shareLink && (
          <div className="mt-4">
            <ShareButton link={view.shareLink} />
          </div>
        )}
      </Panel>
      <Panel title={referralTexts.vouchers} look="barley">
        <p className="text-sm text-peat-60">{referralTexts.vouchersText}</p>
      </Panel>
      {view.none ? (
        <Printed part={view.none} />
      ) : (
        <Panel title={rewardTexts.yours}>
          <ul className="divide-y divide-peat-30">
            {view.referrals.map((row) => (
              <Referral key={row.id} row={row} />
            ))}
          </ul>
        </Panel>
      )}
    </>
  );
}
