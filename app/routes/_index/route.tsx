import { type ActionFunctionArgs, redirect } from "@remix-run/cloudflare";
import { company } from "~/content/company";
import { landing } from "~/content/landing";
import { liveMarks } from "~/content/live-texts";
import { publicPageMeta } from "~/content/page-meta";
import type { PageHandle } from "~/server/page-handle";
import { readSessionCookie } from "~/server/session/cookie";
import { LandingScreen } from "./screen";

export const handle: PageHandle = { prerender: true, live: true, knownFile: "/known" };

export const meta = () =>
  publicPageMeta({ path: "/", title: `${company.brand}: ${landing.title}`, description: landing.description });

/** Where 'Request access' leads: the wallet if there is a session cookie (the wallet checks it), otherwise sign-up. */
export async function action({ request, context }: ActionFunctionArgs) {
  const signedIn = await readSessionCookie(context.config, request);
  return redirect(signedIn ? "/wallet" : "/get-started?mode=sign-up", 303);
}

export default function Landing() {
  return <LandingScreen live={liveMarks} />;
}
