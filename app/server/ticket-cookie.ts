import type { Cookie } from "@remix-run/cloudflare";
import * as z from "zod";
import { SECOND_TAP_MS } from "~/areas/accounts/login/one-time-codes";
import type { RequestContext } from "./context";
import type { AppConfig } from "./env";
import { signedCookie } from "./signed-cookie";

// For a visitor whose turn to be sent a code comes later: the ticket and what they typed, for the waiting page.

const waiterSchema = z.object({ ticket: z.string(), notBeforeMs: z.number(), email: z.string(), phone: z.string() });
export type Waiter = z.infer<typeof waiterSchema>;

const LIFE_S = 75 * 60;

function ticketCookie(config: Pick<AppConfig, "ENVIRONMENT" | "SESSION_SECRET">): Cookie {
  return signedCookie(config, "ticket", LIFE_S);
}

export async function readWaiter(context: Pick<RequestContext, "config">, request: Request): Promise<Waiter | null> {
  const parsed = waiterSchema.safeParse(await ticketCookie(context.config).parse(request.headers.get("Cookie")));
  return parsed.success ? parsed.data : null;
}

export async function keepWaiter(context: Pick<RequestContext, "config">, waiter: Waiter): Promise<string> {
  return ticketCookie(context.config).serialize(waiter);
}

export async function endWaiting(context: Pick<RequestContext, "config">, waiter: Waiter): Promise<string> {
  return ticketCookie(context.config).serialize(waiter, { maxAge: SECOND_TAP_MS / 1000 });
}
