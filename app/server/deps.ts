import type { ExecutionContext } from "@cloudflare/workers-types";
import { countRoundTrips, type RoundTrips, tryAgain } from "~/db/wrap-d1";
import { createDatabase } from "~/db/client";
import { newCertificateCode, newId } from "~/server/ids";
import type { Deps } from "~/core/deps";
import { networkOf } from "~/core/limits";
import { countryFrom } from "~/core/settings/setting";
import type { ReconcileDeps } from "~/areas/buying/reconciliation/record-difference";
import { createResendMailer } from "~/integrations/mail/resend";
import { type CheckoutProvider, onKnownPages } from "~/integrations/payments/port";
import { createCopperxCheckout } from "~/integrations/payments/copperx";
import { createStripeCheckout } from "~/integrations/payments/stripe";
import { createAccessGate } from "~/integrations/staff-gate/cloudflare-access";
import { noGate, type StaffGate } from "~/integrations/staff-gate/port";
import { createMsg91Texter } from "~/integrations/text-messages/msg91-flow";
import { createMsg91PhoneCodes } from "~/integrations/phone-codes/msg91";
import { type Clock, systemTime } from "./clock";
import { checkoutHosts } from "./content-security-policy";
import type { RequestContext } from "./context";
import type { AppBindings, AppConfig, SharedBindings, SharedConfig } from "./env";
import { keyedHash } from "./keyed-hash";
import { log } from "./log";
import { createSealer } from "./seal";

const realHosts: typeof fetch = (input, init) => fetch(input, init);
const sandboxes = new WeakMap<Fetcher, typeof fetch>();

/** With the sandbox bound, the adapters talk to it; otherwise to the real hosts. The same one for all requests of an isolate. */
function providerFetch({ SANDBOX: sandbox }: SharedBindings): typeof fetch {
  if (!sandbox) return realHosts;
  const known = sandboxes.get(sandbox);
  if (known) return known;
  const call: typeof fetch = (input, init) => sandbox.fetch(new Request(input, init));
  sandboxes.set(sandbox, call);
  return call;
}

export function createSharedDeps(
  bindings: SharedBindings,
  config: SharedConfig,
  trips: RoundTrips,
  nowMs: Clock = systemTime,
) {
  const call = providerFetch(bindings);
  const wait = (ms: number) => scheduler.wait(ms);
  const pages = checkoutHosts(config.ENVIRONMENT, config.APP_ORIGIN);
  const known = <P extends CheckoutProvider>(provider: P) => onKnownPages(provider, pages);
  const checkout = {
    stripe: known(
      createStripeCheckout({
        secretKey: config.STRIPE_SECRET_KEY,
        webhookSecret: config.STRIPE_WEBHOOK_SECRET,
        onOtherVersion: (version) => log("stripe-event-version", { provider: "stripe", code: version ?? "none" }),
        fetch: call,
        nowMs,
      }),
    ),
    copperx: known(
      createCopperxCheckout({
        apiKey: config.COPPERX_API_KEY,
        webhookSecret: config.COPPERX_WEBHOOK_SECRET,
        fetch: call,
        nowMs,
      }),
    ),
  };
  return {
    db: createDatabase(tryAgain(countRoundTrips(bindings.DB, trips), wait)),
    nowMs,
    wait,
    newId: (prefix: string) => newId(prefix, nowMs()),
    newCode: newCertificateCode,
    origin: config.APP_ORIGIN,
    checkout,
    books: checkout,
    mailer: createResendMailer({ apiKey: config.RESEND_API_KEY, from: config.MAIL_FROM, fetch: call }),
    texter: createMsg91Texter({
      authKey: config.MSG91_AUTH_KEY,
      templateId: config.MSG91_NOTICE_TEMPLATE,
      stopTemplateId: config.MSG91_STOP_TEMPLATE,
      fetch: call,
    }),
    signLink: (text: string) => keyedHash(config.CODE_SECRET, `link:${text}`),
    nudge: async (outboxIds: string[]) => {
      await bindings.SETTLEMENTS.sendBatch(outboxIds.map((outboxId) => ({ body: { outboxId } })));
    },
    log,
  } satisfies Deps & Pick<ReconcileDeps, "books">;
}

export function createRequestContext(
  request: Request,
  bindings: AppBindings,
  config: AppConfig,
  execution: Pick<ExecutionContext, "waitUntil">,
  nowMs: Clock = systemTime,
): RequestContext {
  const trips: RoundTrips = { count: 0, rowsRead: 0, rowsWritten: 0 };
  const ip = request.headers.get("CF-Connecting-IP") ?? "unknown";
  return {
    ...createSharedDeps(bindings, config, trips, nowMs),
    phoneCodes: createMsg91PhoneCodes({
      authKey: config.MSG91_AUTH_KEY,
      widgetId: config.MSG91_WIDGET_ID,
      fetch: providerFetch(bindings),
    }),
    sealer: createSealer(config),
    config,
    kv: bindings.SESSIONS,
    certificates: bindings.CERTIFICATES,
    proof: bindings.PROOF,
    papers: bindings.PAPERS,
    takeStart: async () => (await bindings.STARTS.limit({ key: networkOf(ip) })).success,
    staffGate: staffGateOf(config),
    trips,
    requestId: newId("req", nowMs()),
    ip,
    country: countryFrom(request.headers.get("CF-IPCountry")),
    waitUntil: (promise) => execution.waitUntil(promise),
  };
}

function staffGateOf({ ACCESS_TEAM_ORIGIN: teamOrigin, ACCESS_AUDIENCE: audience }: AppConfig): StaffGate {
  if (!teamOrigin || !audience) return noGate;
  return createAccessGate({ teamOrigin, audience, fetch: (url, init) => fetch(url, init), nowMs: () => Date.now() });
}
