import type { Cookie } from "@remix-run/cloudflare";
import * as z from "zod";
import type { Failed, LoginDeps } from "~/areas/accounts/login/login-deps";
import { FLOW_LIFE_MS } from "~/areas/accounts/login/login-flow";
import { SECOND_TAP_MS } from "~/areas/accounts/login/one-time-codes";
import { type LoginAddress, wholeAddress } from "~/areas/accounts/login/read-address";
import { startLogin } from "~/areas/accounts/login/start-login";
import { askerOf } from "./browser-cookie";
import type { RequestContext } from "./context";
import type { AppConfig } from "./env";
import { loginDeps } from "./login-deps";
import { signedCookie } from "./signed-cookie";

// A change of email address or phone number in progress. Its cookie is not the login's, so its code can never open a
// session on the login page. It names the user who began it, so no one else can finish it.

const changeSchema = z.object({
  flowId: z.string().min(1),
  userId: z.string().min(1),
  channel: z.enum(["email", "sms"]),
  to: z.string(),
});

export type ContactChange = z.infer<typeof changeSchema>;

function changeCookie(config: Pick<AppConfig, "ENVIRONMENT" | "SESSION_SECRET">): Cookie {
  return signedCookie(config, "contact-change", FLOW_LIFE_MS / 1000);
}

export async function readContactChange(context: RequestContext, request: Request): Promise<ContactChange | null> {
  const parsed = changeSchema.safeParse(await changeCookie(context.config).parse(request.headers.get("Cookie")));
  return parsed.success ? parsed.data : null;
}

export async function recordContactChange(context: RequestContext, change: ContactChange): Promise<string> {
  return changeCookie(context.config).serialize(change);
}

export async function endContactChange(context: RequestContext, change: ContactChange): Promise<string> {
  return changeCookie(context.config).serialize(change, { maxAge: SECOND_TAP_MS / 1000 });
}

export function contactChangeDeps(context: RequestContext): LoginDeps {
  return { ...loginDeps(context), flowCookie: changeCookie(context.config) };
}

export async function startContactChange(
  args: { request: Request; context: RequestContext },
  userId: string,
  address: LoginAddress,
): Promise<{ ok: true; cookie: string } | Failed> {
  const { context } = args;
  const { asker } = await askerOf(args);
  const begun = { mode: "login", ref: null, goal: "/wallet", purpose: "new-address", ticket: null } as const;
  const started = await startLogin(contactChangeDeps(context), { ...begun, address, asker: { ...asker, userId } });
  if (!started.ok) return started;
  const { flowId } = started;
  const change = { flowId, userId, channel: address.channel, to: wholeAddress(address) };
  return { ok: true, cookie: await recordContactChange(context, change) };
}
