import { caskTexts } from "~/content/casks";
import { isOver } from "~/domain/cask-stage";
import { windowLine, type CaskView } from "./cask-display";
import { DefinitionRows, type DefinitionRow } from "./definition-rows";
import { Locked } from "./locked";
import { Money } from "./money";

type Labels = { cost: string; available: string };

function Stakes({ cask }: { cask: CaskView }) {
  if (!cask.stakes) return <Locked />;
  if (cask.stage === "sold-out") return <>{caskTexts.soldOut}</>;
  return (
    <>
      {isOver(cask.stage) ? cask.stakes.sold : cask.stakes.available}{" "}
      <span className="font-normal text-peat-60">{caskTexts.ofTotal(cask.stakes.total)}</span>
    </>
  );
}

function stakesLabel({ stage }: CaskView, available: string) {
  if (stage === "sold-out") return caskTexts.stakes;
  return isOver(stage) ? caskTexts.stakesSold : available;
}

export function CaskTerms({
  cask,
  labels = caskTexts.inList,
  words = false,
  more = [],
}: {
  cask: CaskView;
  labels?: Labels;
  words?: boolean;
  more?: DefinitionRow[];
}) {
  const window = windowLine(cask);
  const closed = isOver(cask.stage);
  const cost = cask.stakes ? (
    <Money cents={cask.stakes.costCents} size="medium" />
  ) : (
    <Locked stands="money" word={words} />
  );
  const date = window.date ? (
    <span className={closed ? "text-copper" : ""}>{window.date}</span>
  ) : (
    <Locked stands="date" />
  );
  const rows: DefinitionRow[] = [
    { label: labels.cost, value: cost },
    {
      label: stakesLabel(cask, labels.available),
      value: cask.stakes || !words ? <Stakes cask={cask} /> : <Locked word />,
    },
    ...(cask.stage === "sold-out" ? [] : [{ label: window.word, accent: closed, value: date }]),
    ...more,
  ];
  return <DefinitionRows rows={rows} />;
}
