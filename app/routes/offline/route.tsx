import { errorPages } from "~/content/error-pages";
import { described } from "~/content/page-meta";
import type { PageHandle } from "~/server/page-handle";
import { ErrorPage } from "~/ui/error-page";

export const handle: PageHandle = { prerender: true };

export const meta = () => [...described(errorPages.offline.title), { name: "robots", content: "noindex" }];

export default function Offline() {
  return <ErrorPage kind="offline" />;
}
