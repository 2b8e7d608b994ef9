import type { ReactNode } from "react";
import { ADVANCE_RULE } from "~/content/advance-texts";
import { projectionRisk, withdrawTexts as texts } from "~/content/wallet-texts";
import { formatDate } from "~/domain/calendar-date";
import { formatUsd } from "~/domain/money";
import { Badge } from "~/ui/badge";
import { ButtonLink } from "~/ui/button";
import { Panel } from "~/ui/panel";
import { percentText } from "~/ui/percent-text";
import { ValuedNote } from "~/ui/valued-note";
import { type WithdrawStatus, withdrawHref } from "./wallet-view";

function Line({ children }: { children: ReactNode }) {
  return <p className="text-sm text-peat-60">{children}</p>;
}

function Content({ status }: { status: WithdrawStatus }) {
  switch (status.state) {
    case "progress":
      return (
        <Line>
          {texts.requested(formatUsd(status.amountCents), status.caskName)}{" "}
          <a href="#withdrawals" className="text-copper underline underline-offset-4">
            {texts.follow}
          </a>
        </Line>
      );
    case "withdrawable":
      return (
        <>
          <Line>
            {texts.ready(status.caskName, { percent: percentText(status.percent), months: status.months })}
            <strong className="figures font-semibold text-peat">{formatUsd(status.amountCents)}</strong>
            {status.valued ? texts.basis({ date: formatDate(status.valued.valuedOn), tier: status.valued.tier }) : "."}
          </Line>
          <ButtonLink href={withdrawHref("cycle")} data-sheet>
            {texts.confirm}
          </ButtonLink>
        </>
      );
    case "days":
      return (
        <>
          <Line>
            {status.projectedCents === null || status.percent === null
              ? texts.notValued(status.caskName)
              : texts.projected(status.caskName, {
                  amount: formatUsd(status.projectedCents),
                  percent: percentText(status.percent),
                  months: status.months,
                })}{" "}
            {texts.from(formatDate(status.on))}
          </Line>
          <ValuedNote valued={status.valued} more={projectionRisk} />
          <Line>{ADVANCE_RULE}</Line>
        </>
      );
    case "none":
      return <Line>{texts.none}</Line>;
  }
}

function statusBadge(status: WithdrawStatus) {
  if (status.state === "progress") return <Badge tone="attention">{texts.badges.progress}</Badge>;
  if (status.state === "days") return <Badge>{texts.badges.days(status.days)}</Badge>;
  if (status.state === "none") return <Badge>{texts.badges.none}</Badge>;
  return <Badge tone="gain">{texts.badges.ready}</Badge>;
}

export function WithdrawPanel({ status }: { status: WithdrawStatus }) {
  return (
    <Panel title={texts.title} action={statusBadge(status)} tight>
      <div className="flex flex-col gap-3">
        <Content status={status} />
      </div>
    </Panel>
  );
}
