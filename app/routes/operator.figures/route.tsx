import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { sectionTitles } from "~/content/console-texts";
import { described } from "~/content/page-titles";
import { type Figures, readFigures } from "~/areas/console/figures/read-figures";
import { PAYOUT_PROMISE_HOURS } from "~/domain/payout-due";
import { SUPPORT_PROMISE_HOURS } from "~/domain/support-due";
import { drawWeekBars } from "~/domain/pictures/week-bars";
import { frameProps } from "~/server/console-frame";
import { readConsole } from "~/server/console-session";
import type { PageHandle } from "~/server/page-handle";
import { FiguresScreen } from "./screen";

export const handle: PageHandle = { console: true };

export const meta: MetaFunction = () => described(sectionTitles.figures);

const HOUR_MS = 3_600_000;
const inHours = (ms: number | null) => (ms === null ? null : ms / HOUR_MS);

export async function loader(args: LoaderFunctionArgs) {
  const { frame, result } = await readConsole(args, "figures", ({ nowMs }) => readFigures(args.context.db, nowMs));
  const { withdrawals, withdrawalsSinceMs, support, supportSinceMs } = frame.waiting;
  return json({
    frame: frameProps(frame),
    figures: result,
    pictures: draw(result),
    waiting: {
      withdrawals: { count: withdrawals, sinceMs: withdrawalsSinceMs },
      answers: { count: support, sinceMs: supportSinceMs },
    },
  });
}

function draw({ weeks }: Figures) {
  const days = weeks.map(({ week }) => week);
  const of = (...series: (number | null)[][]) => drawWeekBars({ weeks: days, series });
  const took = (hours: (number | null)[], promised: number) => drawWeekBars({ weeks: days, series: [hours], promised });
  return {
    money: of(
      weeks.map((one) => one.inCents),
      weeks.map((one) => one.outCents),
    ),
    held: of(
      weeks.map((one) => one.heldCents),
      weeks.map((one) => one.owedCents),
    ),
    withdrawals: took(
      weeks.map((one) => inHours(one.paidMedianMs)),
      PAYOUT_PROMISE_HOURS,
    ),
    answers: took(
      weeks.map((one) => inHours(one.answeredMedianMs)),
      SUPPORT_PROMISE_HOURS,
    ),
    people: of(
      weeks.map((one) => one.accounts),
      weeks.map((one) => one.activated),
      weeks.map((one) => one.bought),
    ),
  };
}

export default function FiguresPage() {
  return <FiguresScreen {...useLoaderData<typeof loader>()} />;
}
