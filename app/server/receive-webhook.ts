import type { AppLoadContext } from "@remix-run/cloudflare";
import { recordEvent } from "~/features/payment-events/record-event";
import type { ProviderName } from "~/integrations/payments/port";
import { MOST_BYTES } from "./body-limit";
import { nudgeLater } from "./nudge-later";

/** Verify, record once with its outbox row, nudge, answer. All slow work is the settlement Worker's. */
export async function receiveWebhook(
  request: Request,
  context: AppLoadContext,
  provider: ProviderName,
): Promise<Response> {
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
