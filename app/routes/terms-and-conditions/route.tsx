import { termsAndConditions } from "~/content/legal-terms-and-conditions";
import { legalPageMeta } from "~/content/page-meta";
import type { PageHandle } from "~/server/page-handle";
import { LegalPage } from "~/ui/legal-page";

export const handle: PageHandle = { prerender: true, tone: "black" };

export const meta = () => legalPageMeta(termsAndConditions);

export default function TermsAndConditions() {
  return <LegalPage document={termsAndConditions} />;
}
