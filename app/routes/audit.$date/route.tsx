import type { PageHandle } from "~/server/page-handle";

export { default, loader, meta } from "../audit._index/route";

export const handle: PageHandle = { tagged: true };

/** The content of a past day never changes, but its look may. */
export const headers = () => ({ "Cache-Control": "public, max-age=3600, must-revalidate" });
