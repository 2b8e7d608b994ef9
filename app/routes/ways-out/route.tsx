import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { company } from "~/content/company";
import { publicPageMeta } from "~/content/page-meta";
import { waysOutPage } from "~/content/ways-out-texts";
import { runWork, together } from "~/db/work";
import { readExits } from "~/areas/proof/read-exits";
import { readService, yesterdayOf } from "~/areas/proof/read-service";
import { readPublicFigures } from "~/areas/proof/public-figures";
import type { PageHandle } from "~/server/page-handle";
import { WaysOutScreen } from "./screen";

export const handle: PageHandle = { minute: [] };

export const meta: MetaFunction = () =>
  publicPageMeta({ ...waysOutPage, title: `${waysOutPage.title} · ${company.brand}` });

/** `/ways-out`: how an investor gets money back. One round trip, at most once a minute. */
export async function loader({ context: { db, nowMs } }: LoaderFunctionArgs) {
  const yesterday = yesterdayOf(nowMs());
  const work = together({ list: readExits(db), times: readService(db, yesterday), now: readPublicFigures(db) });
  const { list, times, now } = await runWork(db, work);
  return json({ exits: list.exits, times, resale: now.resale, day: yesterday.day });
}

export default function WaysOut() {
  return <WaysOutScreen {...useLoaderData<typeof loader>()} />;
}
