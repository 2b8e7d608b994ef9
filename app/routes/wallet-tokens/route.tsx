import { type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { readSessionCookie } from "~/server/session/cookie";

/** An old URL of a wallet tab. The wallet itself decides who may see it. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const signedIn = await readSessionCookie(context.config, request);
  return redirect(signedIn ? "/wallet?tab=tokens" : "/");
}
