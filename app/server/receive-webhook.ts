import type { AppLoadContext } from "@remix-run/cloudflare";
import { recordEvent } from "~/areas/buying/provider-events";
import { isProviderName } from "~/integrations/payments/providers";
import { MOST_BYTES } from "./body-limit";
import { notFound } from "./not-found";
import { nudgeLater } from "./nudge-later";

export async function receiveWebhook(request: Request, context: AppLoadContext, provider: string): Promise<Response> {
  if (!isProviderName(provider)) return notFound();
  if (Number(request.headers.get("Content-Length") ?? 0) > MOST_BYTES.webhook)
    return new Response("too large", { status: 413 });
  const rawBody = await request.text();
  if (rawBody.length > MOST_BYTES.webhook) return new Response("too large", { status: 413 });
  const event = await context.checkout[provider].verifyWebhook(request.headers, rawBody);
  if (!event) {
    context.log("webhook-refused", { provider, requestId: context.requestId });
    return new Response("bad signature", { status: 400 });
  }
  const outboxId = await recordEvent(context, provider, event);
  if (outboxId) nudgeLater(context, outboxId);
  return new Response("ok");
}

export function refuseReading(provider: string): Response {
  if (!isProviderName(provider)) return notFound();
  return new Response("method not allowed", { status: 405, headers: { Allow: "POST" } });
}
