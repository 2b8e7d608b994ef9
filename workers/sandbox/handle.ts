// Everything that reaches the sandbox: provider calls by host name, pages and controls under /sandbox/.
import { handleCheckout } from "./checkout/handler";
import { handleClock } from "./clock/handler";
import { handleExpire } from "./checkout/expire";
import { failCopperx, handleCopperx } from "./copperx/api";
import type { Deps } from "./deps";
import { type Provider, takeApiFault } from "./faults/faults";
import { noteTick } from "./events/events";
import { handleFaults } from "./faults/handler";
import { json, methodNotAllowed, notFound } from "./http";
import { failMsg91, handleMsg91 } from "./msg91/api";
import { handleOutbox } from "./outbox/page";
import { handleOverview } from "./pages/overview";
import { handlePushControl } from "./push/control";
import { handlePushService, PUSH_HOST } from "./push/service";
import { failResend, handleResend } from "./resend/emails";
import { failStripe, handleStripe } from "./stripe/api";
import { handleStripeControl } from "./stripe/controls";

const HOSTS: Record<string, Provider> = {
  "api.stripe.com": "stripe",
  "api.copperx.io": "copperx",
  "api.copperx.dev": "copperx",
  "control.msg91.com": "msg91",
  "api.msg91.com": "msg91",
  "api.resend.com": "resend",
};

export async function handle(request: Request, deps: Deps): Promise<Response> {
  const url = new URL(request.url);
  const provider = Object.hasOwn(HOSTS, url.hostname) ? HOSTS[url.hostname] : undefined;
  if (provider) return callProvider(provider, request, deps);
  if (url.hostname === PUSH_HOST) return handlePushService(request, deps);
  const checkout = /^\/sandbox\/checkout\/(stripe|copperx)\/([\w-]+)$/.exec(url.pathname);
  if (checkout)
    return handleCheckout(request, deps, checkout[1] === "stripe" ? "stripe" : "copperx", checkout[2] ?? "");
  switch (url.pathname) {
    case "/sandbox":
    case "/sandbox/":
      return handleOverview(request, deps);
    case "/sandbox/outbox":
      return handleOutbox(request, deps);
    case "/sandbox/faults":
      return handleFaults(request, deps);
    case "/sandbox/push":
      return handlePushControl(request, deps);
    case "/sandbox/tick":
      return tick(request, deps);
    case "/sandbox/clock":
      return handleClock(request, deps);
    case "/sandbox/expire":
      return handleExpire(request, deps);
    case "/sandbox/stripe/disputes":
      return handleStripeControl(request, deps, "disputes");
    case "/sandbox/stripe/refunds":
      return handleStripeControl(request, deps, "refunds");
    default:
      return notFound();
  }
}

async function callProvider(provider: Provider, request: Request, deps: Deps): Promise<Response> {
  const { latencyMs, status } = takeApiFault(deps, provider);
  const pause = async () => {
    if (latencyMs > 0) await deps.wait(latencyMs);
  };
  if (status !== null) {
    await pause();
    return fail(provider, deps, status);
  }
  if (provider === "stripe") return handleStripe(request, deps, pause);
  await pause();
  if (provider === "copperx") return handleCopperx(request, deps);
  return provider === "msg91" ? handleMsg91(request, deps) : handleResend(request, deps);
}

function fail(provider: Provider, deps: Deps, status: number): Response {
  switch (provider) {
    case "stripe":
      return failStripe(deps, status);
    case "copperx":
      return failCopperx(status);
    case "msg91":
      return failMsg91(status);
    case "resend":
      return failResend(status);
  }
}

/** Runs the settlement Worker's scheduled work and returns its summary. */
async function tick(request: Request, deps: Deps): Promise<Response> {
  if (request.method !== "POST") return methodNotAllowed("POST");
  try {
    const summary = await deps.runSettlement();
    noteTick(deps, summary);
    return json(summary ?? null);
  } catch (error) {
    return json({ status: false, message: error instanceof Error ? error.message : "The scheduled work failed." }, 502);
  }
}
