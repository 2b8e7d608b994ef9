import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { caskShareTexts as texts } from "~/content/cask-share-texts";
import { caskPath, stakePath } from "~/content/page-paths";
import { described } from "~/content/page-titles";
import { drawShareCard } from "~/domain/pictures/share-card";
import { readSharedCask } from "~/areas/casks/sharing/read-shared-cask";
import { notFound } from "~/server/not-found";
import type { PageHandle } from "~/server/page-handle";
import { readId } from "~/server/read-id";
import { requireSession } from "~/server/session/page-session";
import { ShareScreen } from "./screen";
import { shareScript } from "./share-script";

export const handle: PageHandle = { inlineScript: shareScript };

export const meta: MetaFunction = () => described(texts.title);

/** `/share?cask=ID`, and `&stake=ID` where it was opened from: only the way back. */
export async function loader(args: LoaderFunctionArgs) {
  const { searchParams } = new URL(args.request.url);
  const session = await requireSession(args);
  const { viewer, cask, link, rewarded } = await readSharedCask(
    args.context,
    session,
    readId(searchParams.get("cask")),
  );
  if (!cask) throw notFound();
  const stakeId = readId(searchParams.get("stake"));
  return json({
    card: drawShareCard(cask.caskType, { name: cask.name, origin: texts.origin(cask), risk: texts.risk }),
    label: texts.alt(cask),
    link,
    text: texts.text(cask, rewarded),
    rewarded,
    back: stakeId ? stakePath(stakeId) : caskPath(cask.id),
    activated: viewer.activated,
  });
}

export default function Share() {
  return <ShareScreen {...useLoaderData<typeof loader>()} />;
}
