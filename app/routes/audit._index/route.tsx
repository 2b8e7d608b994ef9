import { type HeadersFunction, json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { auditRoundTexts, auditTexts } from "~/content/audit-texts";
import { publicPageMeta } from "~/content/page-meta";
import { AUDIT_PATH } from "~/content/page-paths";
import { titled } from "~/content/page-titles";
import { readLatest } from "~/areas/proof/read-audit";
import { PROOF_FILES, readProof, type RoundList } from "~/areas/proof/publishing/proof-files";
import type { PageHandle } from "~/server/page-handle";
import { showDay } from "~/areas/proof/show-day";
import { DayScreen, NoAudit } from "~/ui/audit/day-screen";
import { RoundsPanel } from "~/ui/audit/rounds-panel";
import { EarlierDays } from "./earlier-days";

export const handle: PageHandle = { tagged: true };

export const meta = () =>
  publicPageMeta({ path: AUDIT_PATH, ...titled(auditTexts.title), description: auditTexts.description });

/** Checked again every time; the tag makes that cheap. */
export const headers: HeadersFunction = () => ({ "Cache-Control": "private, no-cache" });

/** The latest day. Reads published files only. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const [{ day, earlier }, held] = await Promise.all([
    readLatest(context),
    readProof<RoundList>(context.proof, PROOF_FILES.rounds),
  ]);
  return json({
    day: day && showDay(day, request),
    earlier,
    rounds: (held?.rounds ?? []).map(shownRound),
    month: new URL(request.url).searchParams.get("month"),
  });
}

const shownRound = ({ caskId, caskName, month, priceCents, stakes }: RoundList["rounds"][number]) => ({
  ...{ caskId, month, title: auditRoundTexts.ofCask(caskName, month) },
  said: auditRoundTexts.result(priceCents, stakes),
});

export default function Audit() {
  const { day, earlier, rounds, month } = useLoaderData<typeof loader>();
  if (!day) return <NoAudit />;
  return (
    <DayScreen day={day} path={AUDIT_PATH} isOpen={month !== null}>
      <RoundsPanel rounds={rounds} />
      <EarlierDays dates={earlier} month={month} />
    </DayScreen>
  );
}
