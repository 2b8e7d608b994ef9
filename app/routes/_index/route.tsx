import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { company } from "~/content/company";
import { landing } from "~/content/landing";
import { publicPageMeta } from "~/content/page-meta";
import type { PageHandle } from "~/server/page-handle";
import { readSessionCookie } from "~/server/session/cookie";
import { publicFiguresInWords } from "./public-figures";
import { LandingScreen } from "./screen";

export const handle: PageHandle = { minute: [], style: "landing" };

export async function loader({ context }: LoaderFunctionArgs) {
  return json(await publicFiguresInWords(context));
}

export const meta = () => publicPageMeta({ ...landing, path: "/" }, `${company.brand}: ${landing.title}`);

export async function action({ request, context }: ActionFunctionArgs) {
  const signedIn = await readSessionCookie(context.config, request);
  return redirect(signedIn ? "/wallet" : "/get-started?mode=sign-up", 303);
}

export default function Landing() {
  return <LandingScreen figures={useLoaderData<typeof loader>()} />;
}
