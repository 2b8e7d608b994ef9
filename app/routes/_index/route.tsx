import { type ActionFunctionArgs, type MetaFunction, redirect } from "@remix-run/cloudflare";
import { company } from "~/content/company";
import type { PageHandle } from "~/server/page-handle";
import { readPresentedSession } from "~/server/session";
import { LandingScreen } from "./screen";

export const handle: PageHandle = { prerender: true };

export const meta: MetaFunction = () => [
  { title: `${company.brand}: stakes in whisky, wine and rum casks` },
  { name: "description", content: "Buy stakes in casks held in bonded warehouses, with a certificate for each stake." },
];

/** 'Request access': to the wallet for those signed in (which checks the session), else to sign up. */
export async function action({ request, context }: ActionFunctionArgs) {
  const signedIn = await readPresentedSession(context.config, request);
  return redirect(signedIn ? "/wallet" : "/get-started?mode=sign-up", 303);
}

export default function Landing() {
  return <LandingScreen />;
}
