// The sandbox's settings, read once. It answers only where ENVIRONMENT is "local", and says which secret is missing.

import type { MarketAsked, MarketTold } from "./market";

/** The vendors that it stands in for, and the settings that it shares with the app's adapter of each. */
const SETTINGS = {
  stripe: ["STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET"],
  copperx: ["COPPERX_API_KEY", "COPPERX_WEBHOOK_SECRET"],
  msg91: ["MSG91_AUTH_KEY", "MSG91_WIDGET_ID", "MSG91_NOTICE_TEMPLATE", "MSG91_STOP_TEMPLATE"],
  resend: ["RESEND_API_KEY"],
} as const;

export type VendorName = keyof typeof SETTINGS;
export const isVendorName = (name: string): name is VendorName => Object.hasOwn(SETTINGS, name);
export const VENDOR_NAMES = Object.keys(SETTINGS).filter(isVendorName);

const NAMES = ["APP_ORIGIN", "SANDBOX_ORIGIN", ...Object.values(SETTINGS).flat()] as const;
export type Config = Record<(typeof NAMES)[number], string>;

export type SandboxEnv = Partial<Config> & {
  ENVIRONMENT: string;
  /** Where the clock starts, for tests that run on another date. */
  CLOCK_AHEAD_MS?: string;
  APP: { fetch(request: Request): Promise<Response> };
  SETTLEMENT: {
    run(): Promise<unknown>;
    runDay(which: { isAudited: boolean }): Promise<unknown>;
    market(asked: MarketAsked): Promise<MarketTold>;
  };
  PROVIDERS: DurableObjectNamespace;
  /** How often the scheduled work is run; zero or nothing: only by `POST /sandbox/tick`. */
  TIMER_SECONDS?: string;
};

export function isLocal(env: Pick<SandboxEnv, "ENVIRONMENT">): boolean {
  return env.ENVIRONMENT === "local";
}

export const missingSettings = (env: Partial<Config>): string[] => NAMES.filter((name) => !env[name]);

export function isConfigured<Env extends Partial<Config>>(env: Env): env is Env & Config {
  return missingSettings(env).length === 0;
}
