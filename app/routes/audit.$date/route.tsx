import type { HeadersFunction } from "@remix-run/cloudflare";
import type { PageHandle } from "~/server/page-handle";

export { default, loader, meta } from "../audit._index/route";

export const handle: PageHandle = { tagged: true };

/** What a past day says never changes, but how it looks may. */
export const headers: HeadersFunction = () => ({ "Cache-Control": "public, max-age=3600, must-revalidate" });
