import type { Cookie } from "@remix-run/cloudflare";
import * as z from "zod";
import type { LoginDeps } from "~/features/login/login-deps";
import { FLOW_LIFE_MS } from "~/features/login/login-flow";
import { SECOND_TAP_MS } from "~/features/login/one-time-codes";
import type { RequestContext } from "./context";
import type { AppConfig } from "./env";
import { loginDeps } from "./login-deps";
import { signedCookie } from "./signed-cookie";

// A change of email address in progress. Its cookie is not the login's, so its code can never open a session on the login
// page. It names the user who began it, so nobody else can finish it.

const changeSchema = z.object({ flowId: z.string().min(1), userId: z.string().min(1), to: z.string() });

/** `to` is the address as it was typed, for the page. */
export type EmailChange = z.infer<typeof changeSchema>;

function changeCookie(config: Pick<AppConfig, "ENVIRONMENT" | "SESSION_SECRET">): Cookie {
  return signedCookie(config, "email-change", FLOW_LIFE_MS / 1000);
}

export async function readEmailChange(context: RequestContext, request: Request): Promise<EmailChange | null> {
  const parsed = changeSchema.safeParse(await changeCookie(context.config).parse(request.headers.get("Cookie")));
  return parsed.success ? parsed.data : null;
}

export async function keepEmailChange(context: RequestContext, change: EmailChange): Promise<string> {
  return changeCookie(context.config).serialize(change);
}

/** Kept as long as a second tap counts. */
export async function endEmailChange(context: RequestContext, change: EmailChange): Promise<string> {
  return changeCookie(context.config).serialize(change, { maxAge: SECOND_TAP_MS / 1000 });
}

export function emailChangeDeps(context: RequestContext): LoginDeps {
  return { ...loginDeps(context), flowCookie: changeCookie(context.config) };
}
