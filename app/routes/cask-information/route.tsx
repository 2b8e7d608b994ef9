import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { caskTexts } from "~/content/casks";
import { described } from "~/content/page-titles";
import { dateOf } from "~/domain/calendar-date";
import { confirmedAge } from "~/domain/keepers/confirmed";
import { beforeBuying } from "~/areas/casks/before-buying";
import { caskPictures } from "~/areas/casks/cask-pictures";
import { caskView } from "~/areas/casks/cask-view";
import { readCask } from "~/areas/holdings/portfolio/read-cask";
import { notFound } from "~/server/not-found";
import type { PageHandle } from "~/server/page-handle";
import { readId } from "~/server/read-id";
import { requireSession } from "~/server/session/page-session";
import { BeforeBuying } from "~/ui/calculator/before-buying";
import { CaskScreen } from "~/ui/cask-screen";
import { ShareLink } from "~/ui/share-link";

export const handle: PageHandle = { investor: true, islands: true };

export const meta: MetaFunction<typeof loader> = ({ data }) => described(data ? data.cask.name : caskTexts.cask);

export async function loader(args: LoaderFunctionArgs) {
  const caskId = readId(new URL(args.request.url).searchParams.get("cask"));
  const session = await requireSession(args);
  const { viewer, nowMs, cask, facts, feeCents, watched } = await readCask(args.context, session, caskId);
  if (!cask) throw notFound();
  const { activated } = viewer;
  const query = new URL(args.request.url).searchParams;
  const found = beforeBuying(cask, { activated, nowMs, feeCents, query, watched });
  return json({
    before: found,
    activated,
    feeCents,
    cask: {
      ...caskView(cask, { activated, nowMs }),
      information: activated ? cask.distilleryInformation : null,
      warehouse: activated ? cask.warehouse : null,
      confirmed: activated && cask.endedOn === null ? confirmedAge(cask, dateOf(nowMs)) : null,
    },
    pictures: caskPictures(cask, { activated, nowMs }, facts),
  });
}

export default function CaskInformation() {
  const { before, ...shown } = useLoaderData<typeof loader>();
  return (
    <CaskScreen {...shown} action={<ShareLink caskId={shown.cask.id} />}>
      {shown.cask.stage !== "ended" && <BeforeBuying before={before} />}
      <a
        href={`/evidence?cask=${shown.cask.id}`}
        className="inline-flex min-h-11 items-center font-semibold text-copper underline underline-offset-4"
      >
        {caskTexts.proof}
      </a>
    </CaskScreen>
  );
}
