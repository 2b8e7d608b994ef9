import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { company } from "~/content/company";
import { evidencePage } from "~/content/evidence-texts";
import { publicPageMeta } from "~/content/page-meta";
import { described } from "~/content/page-titles";
import { dateOf } from "~/domain/calendar-date";
import { drawEvidence, drawPapers } from "~/areas/proof/publishing/draw-evidence";
import {
  type CaskEvidence,
  type CaskList,
  evidenceKey,
  PROOF_FILES,
  readProof,
  readValueRecord,
} from "~/areas/proof/publishing/proof-files";
import { notFound } from "~/server/not-found";
import { CaskScreen } from "./cask-screen";
import { ListScreen } from "./list-screen";

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  data?.view === "cask"
    ? described(data.file.cask.name)
    : publicPageMeta({ ...evidencePage, title: `${evidencePage.title} · ${company.brand}` });

const A_PAGE = 60;

/** `/evidence?cask=ID`: what is known of one cask, or the list of all. Published files are read, and no database. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const caskId = searchParams.get("cask");
  if (caskId !== null) {
    const [file, record] = await Promise.all([
      /^[\w-]{1,60}$/.test(caskId) ? readProof<CaskEvidence>(context.proof, evidenceKey(caskId)) : null,
      readValueRecord(context),
    ]);
    if (!file) throw notFound();
    const today = dateOf(context.nowMs());
    return json({ view: "cask" as const, today, ...drawEvidence(file, today), record });
  }
  const list = await readProof<CaskList>(context.proof, PROOF_FILES.casks);
  const casks = list?.casks ?? [];
  const last = Math.max(1, Math.ceil(casks.length / A_PAGE));
  const asked = Number(searchParams.get("page") ?? "1");
  const page = Number.isInteger(asked) ? Math.min(last, Math.max(1, asked)) : 1;
  const shown = casks.slice((page - 1) * A_PAGE, page * A_PAGE);
  return json({
    view: "list" as const,
    day: list?.day ?? null,
    casks: shown,
    rack: drawPapers(shown),
    page,
    last,
  });
}

export default function Evidence() {
  const data = useLoaderData<typeof loader>();
  return data.view === "cask" ? <CaskScreen {...data} /> : <ListScreen {...data} />;
}
