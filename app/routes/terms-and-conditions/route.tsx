import { termsAndConditions } from "~/content/legal-terms-and-conditions";
import { publicPageMeta } from "~/content/page-meta";
import type { PageHandle } from "~/server/page-handle";
import { LegalPage } from "~/ui/legal-page";

export const handle: PageHandle = { prerender: true, tone: "black" };

export const meta = () => publicPageMeta(termsAndConditions);

export default function TermsAndConditions() {
  return <LegalPage document={termsAndConditions} />;
}
