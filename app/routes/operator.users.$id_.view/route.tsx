import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { sectionTitles } from "~/content/console-texts";
import { described } from "~/content/page-titles";
import { viewAsUser } from "~/areas/console/view-as-user";
import { frameProps } from "~/server/console-frame";
import { readThing } from "~/server/console-session";
import type { PageHandle } from "~/server/page-handle";
import { readId } from "~/server/read-id";
import { passOf } from "~/ui/pass-of";
import { SeenWallet } from "./screen";

export const handle: PageHandle = { console: true };

export const meta: MetaFunction = () => described(sectionTitles.users);

export async function loader(args: LoaderFunctionArgs) {
  const { context, params } = args;
  const userId = readId(params.id);
  const auditId = context.newId("aud");
  const { frame, result } = await readThing(args, "users", (access) =>
    viewAsUser(context.db, { userId, auditId, access }),
  );
  const { stakes, ...portfolio } = result.portfolio;
  const passes = stakes.map((stake) => passOf(stake, context.nowMs()));
  return json({ frame: frameProps(frame), userId, seen: { ...result, portfolio }, passes });
}

export default function View() {
  return <SeenWallet {...useLoaderData<typeof loader>()} />;
}
