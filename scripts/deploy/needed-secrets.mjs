// The secrets of production: app/server/env.ts refuses to serve without them, and a test compares the two.

import { randomBytes } from "node:crypto";
import { newSigningKey, publicHalfOf } from "./signing-key.mjs";

const random = () => randomBytes(32).toString("base64url");

/**
 * `form`: what a value must look like. `make`: no one else has to know it, so it can be made here. `tell`: its public part. `script`:
 * the command that obtains it.
 * @type {readonly { name: string, workers: readonly ("app" | "settlement")[], from: string, form: RegExp, make?: () => string,
 *   tell?: (value: string) => string, script?: string }[]}
 */
export const neededSecrets = [
  {
    name: "STRIPE_SECRET_KEY",
    workers: ["app", "settlement"],
    from: "Stripe, Developers, API keys, live mode: sk_live_...",
    form: /^sk_live_\w{10,}$/,
  },
  {
    name: "STRIPE_IDENTITY_KEY",
    workers: ["app", "settlement"],
    from: "Stripe, Developers, API keys, a restricted key that reads Identity’s sessions, reports and sensitive results: rk_live_...",
    form: /^rk_live_\w{10,}$/,
  },
  {
    name: "STRIPE_WEBHOOK_SECRET",
    workers: ["app", "settlement"],
    from: "the webhook endpoint at Stripe",
    form: /^whsec_\w{10,}$/,
    script: "npm run ops -- stripe-endpoint",
  },
  { name: "COPPERX_API_KEY", workers: ["app", "settlement"], from: "Copperx, Developers, API keys", form: /^\S{16,}$/ },
  {
    name: "COPPERX_WEBHOOK_SECRET",
    workers: ["app", "settlement"],
    from: "Copperx, Developers, Webhooks",
    form: /^\S{16,}$/,
  },
  { name: "RESEND_API_KEY", workers: ["app", "settlement"], from: "Resend, API keys", form: /^\S{16,}$/ },
  { name: "MSG91_AUTH_KEY", workers: ["app", "settlement"], from: "MSG91, Authkey", form: /^\S{16,}$/ },
  {
    name: "MSG91_NOTICE_TEMPLATE",
    workers: ["app", "settlement"],
    from: "MSG91, SMS, the flow with the registered text",
    form: /^\S{4,}$/,
  },
  {
    name: "MSG91_STOP_TEMPLATE",
    workers: ["app", "settlement"],
    from: "MSG91, SMS, the flow with the registered text that ends in a link",
    form: /^\S{4,}$/,
  },
  { name: "MSG91_WIDGET_ID", workers: ["app"], from: "MSG91, OTP, Widget", form: /^\S{4,}$/ },
  { name: "SESSION_SECRET", workers: ["app"], from: "32 random characters or more", form: /^\S{32,}$/, make: random },
  {
    name: "CODE_SECRET",
    workers: ["app", "settlement"],
    from: "32 random characters or more",
    form: /^\S{32,}$/,
    make: random,
  },
  {
    name: "BANK_DETAILS_KEY",
    workers: ["app"],
    from: "`openssl rand -base64 32`; keep it where you keep passwords, losing it loses the account numbers",
    form: /^[A-Za-z0-9+/]{43}=(,[A-Za-z0-9+/]{43}=)*$/,
  },
  {
    name: "SIGNING_KEY",
    workers: ["settlement"],
    from: "an Ed25519 key as PKCS #8 in base64; keep it where you keep passwords",
    form: /^MC4CAQAwBQYDK2VwBCIEI[A-Za-z0-9+/]{43}(,MC4CAQAwBQYDK2VwBCIEI[A-Za-z0-9+/]{43})*$/,
    make: newSigningKey,
    tell: (value) => `the public half of SIGNING_KEY: ${publicHalfOf(value.split(",")[0])}`,
  },
];

export const secretsOf = (worker) => neededSecrets.filter(({ workers }) => workers.includes(worker));
