import type { Cookie } from "@remix-run/cloudflare";
import * as z from "zod";
import { addressTag, type Asker } from "~/areas/accounts/login/login-deps";
import type { RequestContext } from "./context";
import type { AppConfig } from "./env";
import { newSessionId } from "./session/cookie";
import { signedCookie } from "./signed-cookie";

// Tells one browser from another where codes are asked for, so that a stranger's requests are never counted as its own,
// and knows which addresses were proved in it before. It says nothing about who is logged in.

const LIFE_S = 400 * 86_400;
const MOST_KNOWN = 5;

const browserSchema = z.object({ id: z.string().min(40).max(60), known: z.array(z.string()).max(MOST_KNOWN) });
type Browser = z.infer<typeof browserSchema>;

type BrowserRequest = { request: Request; context: Pick<RequestContext, "config" | "ip"> };

function browserCookie(config: Pick<AppConfig, "ENVIRONMENT" | "SESSION_SECRET">): Cookie {
  return signedCookie(config, "browser", LIFE_S);
}

async function readBrowser({ request, context }: BrowserRequest): Promise<Browser | null> {
  const parsed = browserSchema.safeParse(await browserCookie(context.config).parse(request.headers.get("Cookie")));
  return parsed.success ? parsed.data : null;
}

export async function askerOf(
  args: BrowserRequest,
): Promise<{ asker: Asker & { browserId: string }; setCookie: string | null }> {
  const { config, ip } = args.context;
  const found = await readBrowser(args);
  const browser = found ?? { id: newSessionId(), known: [] };
  const setCookie = found ? null : await browserCookie(config).serialize(browser);
  return { asker: { ip, browserId: browser.id, userId: null, known: browser.known }, setCookie };
}

/** For a page with a form that asks for a code: two taps on it then come from one browser. Null for one that has a name. */
export async function nameBrowser(args: BrowserRequest): Promise<string | null> {
  return (await askerOf(args)).setCookie;
}

export async function rememberAddress(args: BrowserRequest, addressHash: string): Promise<string> {
  const { asker } = await askerOf(args);
  const tag = addressTag(addressHash);
  const known = [tag, ...asker.known.filter((other) => other !== tag)].slice(0, MOST_KNOWN);
  return browserCookie(args.context.config).serialize({ id: asker.browserId, known });
}
