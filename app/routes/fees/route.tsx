import { company } from "~/content/company";
import { feesPage } from "~/content/fee-texts";
import { liveMarks } from "~/content/live-texts";
import { publicPageMeta } from "~/content/page-meta";
import type { PageHandle } from "~/server/page-handle";
import { FeesScreen } from "./screen";

export const handle: PageHandle = { prerender: true, live: true };

export const meta = () => publicPageMeta({ ...feesPage, title: `${feesPage.title} · ${company.brand}` });

export default function Fees() {
  return <FeesScreen live={liveMarks} />;
}
