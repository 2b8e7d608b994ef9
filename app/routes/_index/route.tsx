import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { readPublicFigures } from "~/areas/proof/read-figures";
import { company } from "~/content/company";
import { landing } from "~/content/landing";
import { publicPageMeta } from "~/content/page-meta";
import { publicFigureTexts } from "~/content/ways-out-texts";
import type { PageHandle } from "~/server/page-handle";
import { readSessionCookie } from "~/server/session/cookie";
import { LandingScreen } from "./screen";

export const handle: PageHandle = { minute: [], style: "landing" };

export async function loader({ context: { db, nowMs } }: LoaderFunctionArgs) {
  return json(publicFigureTexts(await readPublicFigures(db), nowMs()));
}

export const meta = () =>
  publicPageMeta({ path: "/", title: `${company.brand}: ${landing.title}`, description: landing.description });

export async function action({ request, context }: ActionFunctionArgs) {
  const signedIn = await readSessionCookie(context.config, request);
  return redirect(signedIn ? "/wallet" : "/get-started?mode=sign-up", 303);
}

export default function Landing() {
  return <LandingScreen figures={useLoaderData<typeof loader>()} />;
}
