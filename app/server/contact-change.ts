import type { Cookie } from "@remix-run/cloudflare";
import * as z from "zod";
import type { LoginDeps } from "~/features/login/login-deps";
import { FLOW_LIFE_MS } from "~/features/login/login-flow";
import { maskAddress } from "~/features/login/mask-address";
import type { LoginAddress } from "~/features/login/read-address";
import { startLogin } from "~/features/login/start-login";
import type { Failed } from "~/features/login/login-failure";
import type { RequestContext } from "./context";
import type { AppConfig } from "./env";
import { loginDeps } from "./login-deps";
import { signedCookie } from "./signed-cookie";

// A begun change of email address or phone number. Its cookie is not the login's, so its code never opens a session by the login
// page, and it names the user who began it, so nobody else can finish it.

const changeSchema = z.object({
  flowId: z.string().min(1),
  userId: z.string().min(1),
  channel: z.enum(["email", "sms"]),
  to: z.string(),
});

/** `to` is the masked address, for the page. */
export type ContactChange = z.infer<typeof changeSchema>;

function changeCookie(config: Pick<AppConfig, "ENVIRONMENT" | "SESSION_SECRET">): Cookie {
  return signedCookie(config, "contact-change", FLOW_LIFE_MS / 1000);
}

export async function readContactChange(context: RequestContext, request: Request): Promise<ContactChange | null> {
  const parsed = changeSchema.safeParse(await changeCookie(context.config).parse(request.headers.get("Cookie")));
  return parsed.success ? parsed.data : null;
}

export async function keepContactChange(context: RequestContext, change: ContactChange): Promise<string> {
  return changeCookie(context.config).serialize(change);
}

export async function endContactChange(context: RequestContext): Promise<string> {
  return changeCookie(context.config).serialize("", { maxAge: 0 });
}

export function contactChangeDeps(context: RequestContext): LoginDeps {
  return { ...loginDeps(context), flowCookie: changeCookie(context.config) };
}

/** Sends the code. `cookie` is the Set-Cookie value that goes out with the redirect to the page that takes it. */
export async function startContactChange(
  context: RequestContext,
  userId: string,
  address: LoginAddress,
): Promise<{ ok: true; cookie: string } | Failed> {
  const begun = { mode: "login", ref: null, goal: "/wallet" } as const;
  const started = await startLogin(contactChangeDeps(context), { ...begun, address, ip: context.ip });
  if (!started.ok) return started;
  const { flowId } = started;
  const change = { flowId, userId, channel: address.channel, to: maskAddress(address) };
  return { ok: true, cookie: await keepContactChange(context, change) };
}
