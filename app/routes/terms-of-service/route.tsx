import { termsOfService } from "~/content/legal-terms-of-service";
import { publicPageMeta } from "~/content/page-meta";
import type { PageHandle } from "~/server/page-handle";
import { LegalPage } from "~/ui/legal-page";

export const handle: PageHandle = { prerender: true, tone: "black" };

export const meta = () => publicPageMeta(termsOfService);

export default function TermsOfService() {
  return <LegalPage document={termsOfService} />;
}
