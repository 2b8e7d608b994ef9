import type { ReactNode } from "react";
import { riskTexts } from "~/content/claims";
import { formatUsd } from "~/domain/money";
import { Badge } from "~/ui/badge";
import { ButtonLink } from "~/ui/button";
import { Panel } from "~/ui/panel";
import { percentText } from "./percent-text";
import { type WithdrawStatus, withdrawHref } from "./wallet-view";

function Line({ children }: { children: ReactNode }) {
  return <p className="text-sm text-peat-60">{children}</p>;
}

function Content({ status }: { status: WithdrawStatus }) {
  switch (status.state) {
    case "progress":
      return (
        <Line>
          {formatUsd(status.amountCents)} from {status.caskName} is on its way to your bank.
        </Line>
      );
    case "withdrawable":
      return (
        <>
          <Line>
            {formatUsd(status.amountCents)} from {status.caskName} can be withdrawn now: {percentText(status.percent)}{" "}
            over {status.months} months.
          </Line>
          <ButtonLink href={withdrawHref("cycle")}>Confirm</ButtonLink>
        </>
      );
    case "days":
      return (
        <>
          <Line>
            {status.caskName}
            {status.projectedCents === null || status.percent === null
              ? ": not valued yet."
              : `: ${formatUsd(status.projectedCents)} projected, ${percentText(status.percent)} over ${status.months} months.`}
          </Line>
          {status.projectedCents !== null && <p className="text-xs text-peat-60">{riskTexts.projected}</p>}
        </>
      );
    case "none":
      return <Line>A stake’s return can be withdrawn 24 months after you bought it.</Line>;
  }
}

function statusBadge(status: WithdrawStatus) {
  if (status.state === "progress") return <Badge tone="attention">in progress</Badge>;
  if (status.state === "days") return <Badge>{`in ${status.days} ${status.days === 1 ? "day" : "days"}`}</Badge>;
  if (status.state === "none") return <Badge>not ready</Badge>;
  return <Badge tone="gain">ready</Badge>;
}

export function WithdrawPanel({ status }: { status: WithdrawStatus }) {
  return (
    <Panel title="Withdraw" action={statusBadge(status)}>
      <div className="flex flex-col gap-3">
        <Content status={status} />
      </div>
    </Panel>
  );
}
