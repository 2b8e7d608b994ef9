import { type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { readPresentedSession } from "~/server/session";

/** An earlier address of the wallet's tab. The wallet itself decides who may see it. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const signedIn = await readPresentedSession(context.config, request);
  return redirect(signedIn ? "/wallet?tab=rewards" : "/");
}
