import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { sectionTitles } from "~/content/console-texts";
import { described } from "~/content/page-titles";
import { readClosedRound } from "~/areas/market/resale/read-round";
import { frameProps } from "~/server/console-frame";
import { readThing } from "~/server/console-session";
import type { PageHandle } from "~/server/page-handle";
import { readId } from "~/server/read-id";
import { RoundScreen } from "./screen";

export const handle: PageHandle = { console: true };

export const meta: MetaFunction = () => described(sectionTitles.rounds);

/** `/operator/rounds/CASK/YYYY-MM`: 404 until the round has closed, as if there were none. */
export async function loader(args: LoaderFunctionArgs) {
  const { context, params } = args;
  const roundId = `${readId(params.cask)}/${readId(params.month)}`;
  const { frame, result } = await readThing(args, "rounds", ({ nowMs }) => readClosedRound(context.db, roundId, nowMs));
  return json({ frame: frameProps(frame), nowMs: frame.nowMs, round: result });
}

export default function Round() {
  return <RoundScreen {...useLoaderData<typeof loader>()} />;
}
