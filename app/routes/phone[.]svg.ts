import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { renderSVG } from "uqr";
import { hasSameTag, tagOf } from "~/server/entity-tag";
import theme from "~/theme.css?raw";

const PEAT = /--color-peat: (#[0-9a-f]+);/.exec(theme)?.[1] ?? "#000";

/** `/phone.svg`: a QR code that leads a phone to the wallet, or whoever is not signed in to the landing page. */
export function loader({ request, context }: LoaderFunctionArgs) {
  const svg = renderSVG(`${context.config.APP_ORIGIN}/wallet`, { border: 2, blackColor: PEAT });
  const headers = { ETag: tagOf(svg), "Cache-Control": "public, max-age=86400" };
  if (hasSameTag(request, headers.ETag)) return new Response(null, { status: 304, headers });
  return new Response(svg, { headers: { ...headers, "Content-Type": "image/svg+xml" } });
}
