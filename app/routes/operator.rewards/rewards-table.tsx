import { rewardTexts as texts, sectionTitles } from "~/content/console-texts";
import { formatUsd } from "~/domain/money";
import type { WaitingReward } from "~/areas/console/list-rewards";
import { Badge } from "~/ui/badge";
import { Button } from "~/ui/button";
import { ConsoleTable } from "~/ui/console/console-table";
import { Instant } from "~/ui/console/instant";

export function RewardsTable({ rows, mayChange }: { rows: WaitingReward[]; mayChange: boolean }) {
  return (
    <ConsoleTable
      label={sectionTitles.rewards}
      columns={[
        { label: texts.columns.earned, cell: (row) => <Instant atMs={row.createdAtMs} /> },
        { label: texts.columns.referrer, cell: (row) => row.referrerId },
        { label: texts.columns.referred, cell: (row) => row.referredId },
        { label: texts.columns.amount, right: true, cell: (row) => formatUsd(row.rewardCents) },
        { label: texts.columns.state, cell: (row) => <State row={row} mayChange={mayChange} /> },
      ]}
      rows={rows}
      keyOf={(row) => row.referredId}
    />
  );
}

function State({ row, mayChange }: { row: WaitingReward; mayChange: boolean }) {
  const waits = row.state === "held" || row.looksLikeOne === 1;
  return (
    <>
      <Badge tone={waits ? "attention" : "neutral"}>{waits ? texts.looksLikeOne : texts.pending}</Badge>
      {mayChange && (
        <form method="post" className="mt-2 flex flex-wrap gap-2 max-lg:justify-end">
          <input type="hidden" name="referred" value={row.referredId} />
          {waits ? (
            <>
              <Button look="secondary" wide={false} name="intent" value="release">
                {texts.release}
              </Button>
              <Button look="danger" wide={false} name="intent" value="drop">
                {texts.drop}
              </Button>
            </>
          ) : (
            <Button wide={false} name="intent" value="pay">
              {texts.pay(formatUsd(row.rewardCents))}
            </Button>
          )}
        </form>
      )}
    </>
  );
}
