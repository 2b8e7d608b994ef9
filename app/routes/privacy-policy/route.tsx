import { privacyPolicy } from "~/content/legal-privacy-policy";
import { publicPageMeta } from "~/content/page-meta";
import type { PageHandle } from "~/server/page-handle";
import { LegalPage } from "~/ui/legal-page";

export const handle: PageHandle = { prerender: true, tone: "black" };

export const meta = () => publicPageMeta(privacyPolicy);

export default function PrivacyPolicy() {
  return <LegalPage document={privacyPolicy} />;
}
