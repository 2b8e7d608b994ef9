import type { Cookie } from "@remix-run/cloudflare";
import * as z from "zod";
import { addressTag, type Asker } from "~/areas/accounts/login/login-deps";
import type { RequestContext } from "./context";
import { newSessionId } from "./session/cookie";
import { signedCookie } from "./signed-cookie";

// Tells one browser from another where codes are asked for, so that a stranger's requests are never counted as its own,
// and knows which addresses were proved in it before. It says nothing about who is logged in.

const LIFE_S = 400 * 86_400;
const MOST_KNOWN = 5;

const browserSchema = z.object({ id: z.string().min(40).max(60), known: z.array(z.string()).max(MOST_KNOWN) });

type BrowserRequest = { request: Request; context: Pick<RequestContext, "config" | "ip"> };

const browserCookie = ({ config }: BrowserRequest["context"]): Cookie => signedCookie(config, "browser", LIFE_S);

/** `setCookie` gives a browser that has no name yet one: two taps on a page's form then come from one browser. */
export async function askerOf(
  args: BrowserRequest,
): Promise<{ asker: Asker & { browserId: string }; setCookie: string | null }> {
  const { request, context } = args;
  const cookie = browserCookie(context);
  const found = browserSchema.safeParse(await cookie.parse(request.headers.get("Cookie"))).data;
  const browser = found ?? { id: newSessionId(), known: [] };
  const setCookie = found ? null : await cookie.serialize(browser);
  return { asker: { ip: context.ip, browserId: browser.id, userId: null, known: browser.known }, setCookie };
}

export async function rememberAddress(args: BrowserRequest, addressHash: string): Promise<string> {
  const { asker } = await askerOf(args);
  const tag = addressTag(addressHash);
  const known = [tag, ...asker.known.filter((other) => other !== tag)].slice(0, MOST_KNOWN);
  return browserCookie(args.context).serialize({ id: asker.browserId, known });
}
