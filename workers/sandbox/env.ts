// The sandbox's settings, read once. It answers only where ENVIRONMENT is "local", and says which secret is missing.

export type SandboxEnv = {
  ENVIRONMENT: string;
  APP_ORIGIN: string;
  SANDBOX_ORIGIN: string;
  STRIPE_SECRET_KEY?: string;
  STRIPE_WEBHOOK_SECRET?: string;
  COPPERX_API_KEY?: string;
  COPPERX_WEBHOOK_SECRET?: string;
  MSG91_AUTH_KEY?: string;
  MSG91_WIDGET_ID?: string;
  MSG91_NOTICE_TEMPLATE?: string;
  MSG91_STOP_TEMPLATE?: string;
  RESEND_API_KEY?: string;
  APP: { fetch(request: Request): Promise<Response> };
  SETTLEMENT: { run(): Promise<unknown>; runDay(which: { isAudited: boolean }): Promise<unknown> };
  PROVIDERS: DurableObjectNamespace;
};

const SECRETS = {
  stripeSecretKey: "STRIPE_SECRET_KEY",
  stripeWebhookSecret: "STRIPE_WEBHOOK_SECRET",
  copperxApiKey: "COPPERX_API_KEY",
  copperxWebhookSecret: "COPPERX_WEBHOOK_SECRET",
  msg91AuthKey: "MSG91_AUTH_KEY",
  msg91WidgetId: "MSG91_WIDGET_ID",
  msg91NoticeTemplate: "MSG91_NOTICE_TEMPLATE",
  msg91StopTemplate: "MSG91_STOP_TEMPLATE",
  resendApiKey: "RESEND_API_KEY",
} as const;

export type Config = Record<keyof typeof SECRETS, string> & { appOrigin: string; sandboxOrigin: string };

export function isLocal(env: Pick<SandboxEnv, "ENVIRONMENT">): boolean {
  return env.ENVIRONMENT === "local";
}

export function readConfig(env: SandboxEnv): { ok: true; config: Config } | { ok: false; missing: string[] } {
  const names = ["APP_ORIGIN", "SANDBOX_ORIGIN", ...Object.values(SECRETS)] as const;
  const missing = names.filter((name) => !env[name]);
  if (missing.length > 0) return { ok: false, missing };
  const config: Config = {
    appOrigin: env.APP_ORIGIN,
    sandboxOrigin: env.SANDBOX_ORIGIN,
    stripeSecretKey: env.STRIPE_SECRET_KEY ?? "",
    stripeWebhookSecret: env.STRIPE_WEBHOOK_SECRET ?? "",
    copperxApiKey: env.COPPERX_API_KEY ?? "",
    copperxWebhookSecret: env.COPPERX_WEBHOOK_SECRET ?? "",
    msg91AuthKey: env.MSG91_AUTH_KEY ?? "",
    msg91WidgetId: env.MSG91_WIDGET_ID ?? "",
    msg91NoticeTemplate: env.MSG91_NOTICE_TEMPLATE ?? "",
    msg91StopTemplate: env.MSG91_STOP_TEMPLATE ?? "",
    resendApiKey: env.RESEND_API_KEY ?? "",
  };
  return { ok: true, config };
}
