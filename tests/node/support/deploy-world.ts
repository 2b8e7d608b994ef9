import { createCloudflare } from "../../../scripts/deploy/cloudflare.mjs";
import { productionWrangler, type World } from "../../../scripts/deploy/world.mjs";
import { startCloudflareStandIn } from "./cloudflare-stand-in";
import { copyForProduction, HOST } from "./production-copy";

/** What a person types; an empty answer lets the command make the secret. */
export const TYPED: Record<string, string> = {
  STRIPE_SECRET_KEY: `sk_live_${"a".repeat(24)}`,
  STRIPE_IDENTITY_KEY: `rk_live_${"a".repeat(24)}`,
  COPPERX_API_KEY: "typed-copperx-key-0123456789",
  COPPERX_WEBHOOK_SECRET: "typed-copperx-hook-0123456789",
  RESEND_API_KEY: "typed-resend-key-0123456789",
  MSG91_AUTH_KEY: "typed-msg91-key-0123456789",
  MSG91_NOTICE_TEMPLATE: "typed-msg91-template",
  MSG91_STOP_TEMPLATE: "typed-msg91-stop-template",
  MSG91_WIDGET_ID: "typed-msg91-widget",
  SESSION_SECRET: "",
  CODE_SECRET: "",
  SIGNING_KEY: "MC4CAQAwBQYDK2VwBCIEIEurbHLMvnj/avSNZ+uQiXGByK9zgvtxdTAgc0amQx/h",
  BANK_DETAILS_KEY: `${"A".repeat(43)}=`,
};

/** A folder, an account and a person who says yes; `said` is everything that anyone could read afterwards. */
export async function openDeployWorld() {
  const copy = copyForProduction();
  const cloud = await startCloudflareStandIn();
  cloud.state.zones = [HOST.split(".").slice(1).join(".")];
  const said: string[] = [];
  const asked: string[] = [];
  const env = {
    CLOUDFLARE_API_TOKEN: "token-of-the-test",
    CLOUDFLARE_ACCOUNT_ID: "0123456789abcdef0123456789abcdef",
    CLOUDFLARE_API_BASE_URL: `${cloud.origin}/client/v4`,
  };
  const wrangler = productionWrangler({ root: copy.folder, env, quiet: true });
  const world: World = {
    root: copy.folder,
    env,
    cloudflare: createCloudflare(env),
    wrangler: async (args, options) => {
      const ran = await wrangler(args, options);
      said.push(args.join(" "), ran.output);
      return ran;
    },
    ask: () => true,
    askSecret: async (question) => {
      said.push(question);
      return TYPED[question.split(" ")[0] ?? ""] ?? "";
    },
    say: (line) => said.push(line),
    build: async () => ({ problems: [], sizes: ["both"] }),
    fetch: async (input) => {
      asked.push(new Request(input).url);
      return Response.json({ status: "ok" });
    },
    wait: async () => undefined,
  };
  const close = async () => {
    await cloud.stop();
    copy.drop();
  };
  return { world, copy, cloud, said, asked, close };
}
