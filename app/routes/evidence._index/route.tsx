import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { listEvidence, type ProvedCask, readEvidence } from "~/areas/proof/read-evidence";
import { company } from "~/content/company";
import { evidenceAsOf, evidencePage, evidencePage as texts } from "~/content/evidence-texts";
import { publicPageMeta } from "~/content/page-meta";
import { described } from "~/content/page-titles";
import { rackTexts } from "~/content/picture-texts";
import { formatDate } from "~/domain/calendar-date";
import type { Rack } from "~/domain/pictures/rack";
import { notFound } from "~/server/not-found";
import type { PageHandle } from "~/server/page-handle";
import { EmptyState } from "~/ui/empty-state";
import { Icon } from "~/ui/icon";
import { PageLinks } from "~/ui/page-links";
import { RackFigure } from "~/ui/pictures/rack";
import { ProofPage } from "~/ui/proof-page";
import { CaskScreen } from "./cask-screen";

type ListScreenProps = { day: string; casks: ProvedCask[]; rack: Rack; page: number; last: number };

function ListScreen({ day, casks, rack, page, last }: ListScreenProps) {
  const standing = casks.filter(({ endedOn }) => endedOn === null);
  const ended = casks.filter(({ endedOn }) => endedOn !== null);
  return (
    <ProofPage title={texts.title} lead={texts.lead} asOf={evidenceAsOf(day)}>
      {casks.length === 0 && <EmptyState title={texts.empty.title}>{texts.empty.text}</EmptyState>}
      {standing.length > 0 && (
        <RackFigure
          picture={rack}
          sentence={texts.drawn(standing.length, standing.filter(({ kinds }) => texts.isComplete(kinds.length)).length)}
          kinds={["papers", "missing"]}
          bung={rackTexts.allPapers}
        />
      )}
      {standing.length > 0 && <Casks title={texts.standing} casks={standing} />}
      {ended.length > 0 && <Casks title={texts.ended} casks={ended} />}
      <PageLinks page={page} pages={last} hrefOf={(other) => `${texts.path}?page=${other}`} />
    </ProofPage>
  );
}

function Casks({ title, casks }: { title: string; casks: ProvedCask[] }) {
  return (
    <section aria-label={title}>
      <h2 className="display mb-2 text-lg">{title}</h2>
      <ul className="divide-y divide-peat-30 border-y border-peat-30">
        {casks.map(({ id, name, endedOn, kinds }) => (
          <li key={id}>
            <a href={`/evidence?cask=${id}`} className="flex min-h-14 items-center justify-between gap-4 py-2">
              <span className="min-w-0">
                <span className="block font-semibold wrap-anywhere">{name}</span>
                <span className={`figures block text-sm ${kinds.length === 0 ? "text-brick" : "text-peat-60"}`}>
                  {endedOn && `${formatDate(endedOn)} · `}
                  {kinds.length === 0 ? texts.none : texts.have(kinds.length)}
                </span>
              </span>
              <Icon name="forward" />
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  data?.view === "cask"
    ? described(data.file.cask.name)
    : publicPageMeta({ ...evidencePage, title: `${evidencePage.title} · ${company.brand}` });

export const handle: PageHandle = { minute: ["cask", "page"] };

/** `/evidence?cask=ID`: what is known of one cask, or the list of all. One round trip, at most once a minute. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const caskId = searchParams.get("cask");
  if (caskId === null)
    return json({ view: "list" as const, ...(await listEvidence(context, searchParams.get("page"))) });
  const file = await readEvidence(context, caskId);
  if (!file) throw notFound();
  return json({ view: "cask" as const, file });
}

export default function Evidence() {
  const data = useLoaderData<typeof loader>();
  return data.view === "cask" ? <CaskScreen {...data} /> : <ListScreen {...data} />;
}
