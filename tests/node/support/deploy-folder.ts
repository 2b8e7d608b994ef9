import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "../project/source-files";

// A folder that a deploy can be tried in: the product's settings and schema as they are, filled in, around Workers of one line.

const HOST = "stakes.harbour-casks.com";
const LEGAL = ["privacy-policy", "refunds", "terms-and-conditions", "terms-of-service"];

const worker = (text: string) => `export default { fetch: () => new Response("${text}") };\n`;

/** @returns the folder's path and how to drop it; `put` writes a file into it */
export function copyForProduction() {
  mkdirSync(join(root, "tests", ".tmp"), { recursive: true });
  const folder = mkdtempSync(join(root, "tests", ".tmp", "deploy-"));
  const put = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  const settings = (path: string) =>
    put(path, readFileSync(join(root, path), "utf8").replaceAll("dunnage.example", HOST));
  settings("workers/production.toml");
  settings("workers/settlement/wrangler.toml");
  cpSync(join(root, "migrations"), join(folder, "migrations"), { recursive: true });
  put("workers/app.ts", worker("app"));
  put("workers/settlement/index.ts", `export class Audit {}\n${worker("settlement")}`);
  put("build/server/index.js", "");
  put("build/client/page.html", "<p>page</p>");
  put("app/content/company.ts", `export const company = { legalName: "Harbour Casks", siteUrl: "https://${HOST}" };\n`);
  put("app/content/claims.ts", `export const claim = { id: "one", source: "Our own books" };\n`);
  for (const name of LEGAL) put(`app/content/legal-${name}.ts`, "export const text = 1;\n");
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  const drop = () => rmSync(folder, { recursive: true, force: true });
  return { folder, put, read: (path: string) => readFileSync(join(folder, path), "utf8"), drop };
}

/** What a person types; an empty answer lets the command make the secret. */
export const TYPED: Record<string, string> = {
  STRIPE_SECRET_KEY: `sk_live_${"a".repeat(24)}`,
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
