import { referralTexts } from "~/content/wallet-notes";
import { Badge } from "~/ui/badge";
import { Money } from "~/ui/money";
import { Panel } from "~/ui/panel";
import { EmptyState } from "~/ui/empty-state";
import type { ReferralRow, RewardsView } from "./wallet-view";
import { ButtonLink } from "~/ui/button";

const SHARE_HREF = "/wallet?tab=rewards&dialog=share";

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
        {row.status === "staked" && <Badge tone="copper">Amrut</Badge>}
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
        <Sum label="Pending" cents={view.pendingCents} />
        <Sum label="Paid" cents={view.paidCents} />
      </dl>
      <Panel title={view.canRefer ? "Invite someone" : referralTexts.callToAction} look="copper">
        <p className="text-sm">
          {view.canRefer ? referralTexts.how : "Referrals open once your account is activated and you own a stake."}
        </p>
        {view.canRefer && view.shareLink && (
          <div className="mt-4">
            <ButtonLink href={SHARE_HREF} data-sheet data-share={referralTexts.shareText(view.shareLink)}>
              {referralTexts.callToAction}
            </ButtonLink>
          </div>
        )}
      </Panel>
      <Panel title="Coming Soon!" look="barley">
        <p className="text-sm text-peat-60">Vouchers for bottles and visits, paid with your rewards.</p>
      </Panel>
      {view.referrals.length === 0 ? (
        <EmptyState title="No referrals yet">People who sign up with your link are listed here.</EmptyState>
      ) : (
        <Panel title="Your referrals">
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
