import { refundsAndCancellations } from "~/content/legal-refunds";
import { publicPageMeta } from "~/content/page-meta";
import type { PageHandle } from "~/server/page-handle";
import { LegalPage } from "~/ui/legal-page";

export const handle: PageHandle = { prerender: true, tone: "black" };

export const meta = () => publicPageMeta(refundsAndCancellations);

export default function RefundsAndCancellations() {
  return <LegalPage document={refundsAndCancellations} />;
}
