import { accessibility } from "~/content/open-pages";
import { publicPageMeta } from "~/content/page-meta";
import type { PageHandle } from "~/server/page-handle";
import { LegalPage } from "~/ui/legal-page";

export const handle: PageHandle = { prerender: true, tone: "black" };

export const meta = () => publicPageMeta(accessibility);

export default function Accessibility() {
  return <LegalPage document={accessibility} />;
}
