// Everything that reaches the sandbox: vendors' calls by host name, pages and controls under /sandbox/.
import { handleCheckout } from "./checkout/handler";
import { handleClock } from "./clock/handler";
import { handleExpire } from "./checkout/expire";
import type { Deps } from "./deps";
import { isVendorName, VENDOR_NAMES, type VendorName } from "./env";
import { takeApiFault } from "./faults/faults";
import { noteTick } from "./events/events";
import { handleFaults } from "./faults/handler";
import { json, methodNotAllowed, notFound } from "./http";
import { handleMarket } from "./market";
import { handleOutbox } from "./outbox/page";
import { handleOverview } from "./pages/overview";
import { handleIdentity } from "./stripe/identity-page";
import { VENDORS } from "./vendors";

type Handler = (request: Request, deps: Deps) => Promise<Response>;

const PAGES: Record<string, Handler> = {
  "/sandbox": handleOverview,
  "/sandbox/": handleOverview,
  "/sandbox/outbox": handleOutbox,
  "/sandbox/faults": handleFaults,
  "/sandbox/tick": tick,
  "/sandbox/clock": handleClock,
  "/sandbox/market": handleMarket,
  "/sandbox/expire": handleExpire,
};

export async function handle(request: Request, deps: Deps): Promise<Response> {
  const { hostname, pathname } = new URL(request.url);
  const called = VENDOR_NAMES.find((name) => VENDORS[name].hosts.includes(hostname));
  if (called) return callVendor(called, request, deps);
  const page = Object.hasOwn(PAGES, pathname) ? PAGES[pathname] : undefined;
  if (page) return page(request, deps);
  const [, , first = "", second = "", id = ""] = pathname.split("/");
  const checkout = first === "checkout" && isVendorName(second) ? VENDORS[second].checkout : undefined;
  if (checkout && /^\/sandbox\/checkout\/\w+\/[\w-]+$/.test(pathname))
    return handleCheckout(request, deps, checkout, id);
  if (first === "identity" && /^\/sandbox\/identity\/\w+$/.test(pathname)) return handleIdentity(request, deps, second);
  const controls =
    isVendorName(first) && pathname === `/sandbox/${first}/${second}` ? VENDORS[first].controls : undefined;
  const control = controls && Object.hasOwn(controls, second) ? controls[second] : undefined;
  return control ? control(request, deps) : notFound();
}

async function callVendor(name: VendorName, request: Request, deps: Deps): Promise<Response> {
  const { latencyMs, status } = takeApiFault(deps, name);
  const pause = async () => {
    if (latencyMs > 0) await deps.wait(latencyMs);
  };
  if (status === null) return VENDORS[name].answer(request, deps, pause);
  await pause();
  return VENDORS[name].fail(deps, status);
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
