import { caskTexts } from "~/content/casks";
import { investTexts } from "~/content/invest-texts";
import { holdingTexts as texts, passTexts, stakeOf } from "~/content/holding-texts";
import { caskPath, stakePath } from "~/content/page-paths";
import { formatDate } from "~/domain/calendar-date";
import { groupCode } from "~/domain/certificate-code";
import type { HoldingView } from "~/areas/holdings/holding-view";
import type { ReadHolding } from "~/areas/holdings/read-holding";
import { sha256 } from "~/server/sha256";
import { markLine } from "~/ui/mark-panel";
import { gainLine } from "~/ui/pass-of";

type Now = Pick<ReadHolding, "viewer" | "nowMs" | "record" | "bids">;

export function holdingPage(view: HoldingView, { viewer, nowMs, record, bids }: Now) {
  const { figures, cask, certificate, cycle, cycles, exit } = view;
  const { stakeId, caskId, caskName, number, totalStakes, gain, next, standing } = figures;
  const inProgress = cycles.some(({ state }) => state === "progress");
  return {
    ...view,
    activated: viewer.activated,
    valueRecord: record,
    nowMs,
    bids,
    href: stakePath(stakeId),
    caskId,
    caskHref: caskPath(caskId),
    title: `${caskName}, ${stakeOf(number, totalStakes)}`,
    stake: stakeOf(number, totalStakes),
    facts: [cask.distillery, investTexts.facts(cask)],
    sold: exit && caskTexts.soldOn(exit.soldOn, exit.netPerStakeCents),
    gain: gain && gainLine(gain),
    next: next && { text: passTexts.next[next.what](next.on) },
    certificate: { ...certificate, code: certificate.code && groupCode(certificate.code), rawCode: certificate.code },
    standing: standing && { isReady: standing.isWithdrawable, inProgress },
    cycleText: cycle && {
      earliest: texts.withdraw[standing?.isWithdrawable || inProgress ? "afterThat" : "earliest"](
        cycle.endsOn,
        cycle.daysLeft,
      ),
      badge: texts.withdraw.badges.days(cycle.daysLeft),
    },
    proof: certificate.href?.replace(/pdf$/, "proof.json") ?? null,
    audit: markLine(figures.marked, { nowMs, sha256 }),
    exit: exit && { ...exit, soldOn: formatDate(exit.soldOn) },
  };
}

export type HoldingPage = ReturnType<typeof holdingPage>;
