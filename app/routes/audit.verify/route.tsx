import sha256 from "~/../public/verify-audit.mjs?sha256";
import { type HeadersFunction, json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { auditCheckTexts } from "~/content/audit-check-texts";
import { publicPageMeta } from "~/content/page-meta";
import { VERIFY_PATH } from "~/content/page-paths";
import { titled } from "~/content/page-titles";
import { sizeOfAudits } from "~/areas/proof/read-audit";
import type { PageHandle } from "~/server/page-handle";
import { checkScript, PROGRAM_PATH } from "./check-script";
import { CheckScreen } from "./screen";

export const handle: PageHandle = {
  tagged: true,
  inlineScript: checkScript,
  scriptFiles: PROGRAM_PATH,
  asksUs: true,
};

export const meta = () =>
  publicPageMeta({
    path: VERIFY_PATH,
    ...titled(auditCheckTexts.title),
    description: auditCheckTexts.description,
  });

export const headers: HeadersFunction = () => ({ "Cache-Control": "public, max-age=60, must-revalidate" });

/** Reads published files only. */
export async function loader({ context }: LoaderFunctionArgs) {
  return json({ sha256, audits: await sizeOfAudits(context) });
}

export default function CheckAudits() {
  return <CheckScreen {...useLoaderData<typeof loader>()} />;
}
