import * as z from "zod";
import type { PaperMaker } from "~/areas/holdings/papers/paper";

// Bindings and secrets, checked once. There are no defaults: if one is missing, the app refuses to serve and names it.

const secret = z.string().min(16);

const isOrigin = (value: string) => new URL(value).origin === value;
const NO_ORIGIN = "must be an origin without a path";

const sharedSchema = z.object({
  ENVIRONMENT: z.enum(["production", "local"]),
  APP_ORIGIN: z.url().refine(isOrigin, NO_ORIGIN),
  MAIL_FROM: z.string().min(3),
  STRIPE_SECRET_KEY: secret.startsWith("sk_"),
  STRIPE_WEBHOOK_SECRET: secret.startsWith("whsec_"),
  COPPERX_API_KEY: secret,
  COPPERX_WEBHOOK_SECRET: secret,
  RESEND_API_KEY: secret,
  /** The key for HMACs of login codes, addresses, counters, and the links that turn emails off. */
  CODE_SECRET: z.string().min(32),
  MSG91_AUTH_KEY: secret,
  /** The registered texts that tell people by phone about their money, and how to stop what they did not request. */
  MSG91_NOTICE_TEMPLATE: z.string().min(4),
  MSG91_STOP_TEMPLATE: z.string().min(4),
});

const appSchema = sharedSchema.extend({
  SESSION_SECRET: z.string().min(32),
  /** AES-256 keys for account numbers: 32 bytes each, base64, comma-separated. The first one seals; all of them open. */
  BANK_DETAILS_KEY: z.string().regex(/^[A-Za-z0-9+/]{43}=(,[A-Za-z0-9+/]{43}=)*$/, "must be base64 of 32 bytes"),
  MSG91_WIDGET_ID: z.string().min(4),
  ACCESS_TEAM_ORIGIN: z.url().refine(isOrigin, NO_ORIGIN).optional(),
  ACCESS_AUDIENCE: z.string().min(16).optional(),
});

const settlementSchema = sharedSchema.extend({
  /** The keys that sign audits: PKCS #8 of Ed25519 in base64, comma-separated. The first one is the present one. */
  SIGNING_KEY: z
    .string()
    .regex(
      /^MC4CAQAwBQYDK2VwBCIEI[A-Za-z0-9+/]{43}(,MC4CAQAwBQYDK2VwBCIEI[A-Za-z0-9+/]{43})*$/,
      "must be PKCS #8 of Ed25519",
    ),
});

export type SharedConfig = z.infer<typeof sharedSchema>;
export type AppConfig = z.infer<typeof appSchema>;
export type SettlementConfig = z.infer<typeof settlementSchema>;

export type SharedBindings = {
  DB: D1Database;
  SESSIONS: KVNamespace;
  CERTIFICATES: R2Bucket;
  PROOF: R2Bucket;
  SETTLEMENTS: Queue<{ outboxId: string }>;
  SANDBOX?: Fetcher;
};
export type AuditAsked = { date: string };
export type SettlementBindings = SharedBindings & { AUDIT: Workflow<AuditAsked> };
export type AppBindings = SharedBindings & { PAPERS: PaperMaker; STARTS: RateLimit; ASSETS?: Fetcher };

export type Checked<T> = { ok: true; config: T } | { ok: false; problems: string[] };

const accessIsWhole = (env: { ACCESS_TEAM_ORIGIN?: string | undefined; ACCESS_AUDIENCE?: string | undefined }) =>
  (env.ACCESS_TEAM_ORIGIN === undefined) === (env.ACCESS_AUDIENCE === undefined);

const wholeAppSchema = appSchema.refine(accessIsWhole, { path: ["ACCESS_AUDIENCE"], error: "needs its counterpart" });
const checkedApps = new WeakMap<object, Checked<AppConfig>>();

export function checkAppEnv(env: object): Checked<AppConfig> {
  const known = checkedApps.get(env);
  if (known) return known;
  const checked = check(wholeAppSchema, env, [
    "DB",
    "SESSIONS",
    "CERTIFICATES",
    "PROOF",
    "SETTLEMENTS",
    "PAPERS",
    "STARTS",
  ]);
  checkedApps.set(env, checked);
  return checked;
}
export const checkSettlementEnv = (env: object): Checked<SettlementConfig> =>
  check(settlementSchema, env, ["DB", "SESSIONS", "CERTIFICATES", "PROOF", "SETTLEMENTS", "AUDIT"]);

function check<T extends z.ZodType<SharedConfig>>(schema: T, env: object, bindings: string[]): Checked<z.infer<T>> {
  const problems = bindings.filter((name) => !(name in env)).map((name) => `${name}: binding is missing`);
  const parsed = schema.safeParse(env);
  if (!parsed.success)
    problems.push(...parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${describe(issue)}`));
  if (parsed.success && parsed.data.ENVIRONMENT === "production" && "SANDBOX" in env)
    problems.push("SANDBOX: must not be bound in production");
  if (
    parsed.success &&
    parsed.data.ENVIRONMENT === "production" &&
    !parsed.data.STRIPE_SECRET_KEY.startsWith("sk_live_")
  )
    problems.push("STRIPE_SECRET_KEY: must be of live mode in production");
  return parsed.success && problems.length === 0 ? { ok: true, config: parsed.data } : { ok: false, problems };
}

/** The message never repeats the value, which may be a secret. */
function describe(issue: z.core.$ZodIssue): string {
  return issue.code === "invalid_type" ? "is missing" : "has not the right form";
}
