import { customerSupport } from "~/content/legal-support";
import { legalPageMeta } from "~/content/page-meta";
import type { PageHandle } from "~/server/page-handle";
import { LegalPage } from "~/ui/legal-page";
import { ContactPanel } from "./contact-panel";

export const handle: PageHandle = { prerender: true, tone: "black" };

export const meta = () => legalPageMeta(customerSupport);

export default function CustomerSupport() {
  return (
    <LegalPage document={customerSupport}>
      <ContactPanel />
    </LegalPage>
  );
}
