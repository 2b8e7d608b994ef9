import { termsOfService } from "~/content/legal-terms-of-service";
import { legalPageMeta } from "~/content/page-meta";
import type { PageHandle } from "~/server/page-handle";
import { LegalPage } from "~/ui/legal-page";

export const handle: PageHandle = { prerender: true, tone: "black" };

export const meta = () => legalPageMeta(termsOfService);

export default function TermsOfService() {
  return <LegalPage document={termsOfService} />;
}
