import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import {
  type CaskEvidence,
  listEvidence,
  type ProvedCask,
  type ProvedDocument,
  readEvidence,
} from "~/areas/proof/read-evidence";
import { DOCUMENT_KINDS, documentNames, kindNames } from "~/content/casks";
import { described, publicPageMeta } from "~/content/page-meta";
import { EVIDENCE_PATH } from "~/content/page-paths";
import { formatDate } from "~/domain/calendar-date";
import { notFound } from "~/server/not-found";
import type { PageHandle } from "~/server/page-handle";
import { boughtRows } from "~/ui/bought-rows";
import { DefinitionRows } from "~/ui/definition-rows";
import { EmptyState } from "~/ui/empty-state";
import { LinkRow } from "~/ui/fold";
import { Panel } from "~/ui/panel";
import { ProofPage } from "~/ui/proof-page";
import { ValueHistory } from "~/ui/value-history";
import { warehouseRow } from "~/ui/warehouse-row";
import { TextLink } from "~/ui/text-link";

const proves = {
  "delivery-order": "Tells the warehouse to hold the cask for its new owner.",
  "warehouse-confirmation": "The warehouse says that the cask is there, and for whom it is held.",
  insurance: "Covers loss and damage in the warehouse, not a fall in value.",
  gauge: "What was in the cask on the day it was measured.",
  photo: "The cask head with its number.",
  contract: "Shows how the cask was bought.",
};

const texts = {
  path: EVIDENCE_PATH,
  title: "Documents of every cask",
  description: "The documents and values of each cask, and what is missing.",
  lead: "Every cask we have ever offered. Open one to see its documents and its values.",
  have: (count: number) =>
    count === 0
      ? "No documents yet"
      : `${count === DOCUMENT_KINDS ? `All ${DOCUMENT_KINDS}` : `${count} of ${DOCUMENT_KINDS}`} kinds of document`,
};

const STATES = { valid: "valid", expired: "expired", replaced: "replaced by a newer one" };

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  data?.view === "cask" ? described(data.file.cask.name) : publicPageMeta(texts);

export const handle: PageHandle = { minute: ["cask"] };

/** `/evidence?cask=ID`: one cask; without it, the list of all. One round trip, at most once a minute. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const caskId = searchParams.get("cask");
  if (caskId === null) return json({ view: "list" as const, casks: await listEvidence(context) });
  const file = await readEvidence(context, caskId);
  if (!file) throw notFound();
  return json({ view: "cask" as const, file });
}

export default function Evidence() {
  const data = useLoaderData<typeof loader>();
  return data.view === "cask" ? <CaskScreen {...data.file} /> : <ListScreen {...data} />;
}

function ListScreen({ casks }: { casks: ProvedCask[] }) {
  return (
    <ProofPage title={texts.title} lead={texts.lead}>
      {casks.length === 0 && (
        <EmptyState title="No casks yet">As soon as a cask is offered, it is listed here.</EmptyState>
      )}
      <div className="border-t border-peat-30">
        {casks.map(({ id, name, endedOn, kinds }) => (
          <LinkRow
            key={id}
            href={`/evidence?cask=${id}`}
            title={name}
            answer={
              <span className={kinds === 0 || kinds === DOCUMENT_KINDS ? "" : "text-amber"}>
                {`${texts.have(kinds)}${endedOn ? `, sold ${formatDate(endedOn)}` : ""}`}
              </span>
            }
          />
        ))}
      </div>
    </ProofPage>
  );
}

function CaskScreen({ cask, markUp, confirmed, shelves, valuations, day }: CaskEvidence) {
  const missing = shelves.filter(({ documents }) => documents.every(({ state }) => state !== "valid")).length;
  const dated = (label: string, date: string | null) => date !== null && { label, value: formatDate(date) };
  return (
    <ProofPage
      title={cask.name}
      lead={`${kindNames[cask.kind]} · ${cask.distillery}`}
      asOf={`Documents as known now, values as of the end of ${formatDate(day)} (UTC).`}
      back={{ href: texts.path, label: "All casks" }}
    >
      <DefinitionRows
        rows={[
          ...warehouseRow(cask.warehouse, confirmed),
          { label: "Cask number", value: cask.caskNumber ?? "not recorded" },
          dated("Filled on", cask.filledOn),
          dated("Storage paid until", cask.storagePaidUntil),
          ...boughtRows(markUp),
          dated("Sold on", cask.endedOn),
        ]}
      />
      <Panel title="Documents">
        {missing > 0 && (
          <p className="mb-3 text-sm">
            <strong className="text-amber">
              {missing === DOCUMENT_KINDS
                ? texts.have(0)
                : `${missing} of ${DOCUMENT_KINDS} documents missing or expired`}
            </strong>
            . Until we have them, you have only our word.
          </p>
        )}
        <ul className="divide-y divide-peat-30">
          {shelves.map(({ kind, documents }) => (
            <li key={kind} className="py-3 text-sm">
              <h3 className="text-base font-semibold">{documentNames[kind]}</h3>
              <p className="text-peat-60">{proves[kind]}</p>
              {documents.length === 0 && <p className="font-semibold text-amber">missing</p>}
              {documents.map((one) => (
                <Document key={`${one.sha256} ${one.issuedOn}`} {...one} />
              ))}
            </li>
          ))}
        </ul>
        <p className="border-t border-peat-30 pt-3 text-xs text-peat-60">
          The SHA-256 is the file’s fingerprint: if the file changes, so does the fingerprint. It is also in each day’s
          audit.
        </p>
      </Panel>
      <Panel title="Values of one stake">
        <p className="-mt-2 mb-3 text-sm text-peat-60">All of them, latest first. Entries are never edited.</p>
        <ValueHistory values={valuations} />
      </Panel>
    </ProofPage>
  );
}

function Document({ kind, issuer, issuedOn, expiresOn, state, href, sha256 }: ProvedDocument) {
  const expires = expiresOn === null ? "" : `, expires ${formatDate(expiresOn)}`;
  return (
    <div className="mt-2 wrap-anywhere">
      <p>
        {`${issuer}, ${formatDate(issuedOn)}${expires}, `}
        <span className={state === "expired" ? "font-semibold text-amber" : "text-peat-60"}>{STATES[state]}</span>
      </p>
      {href ? (
        <TextLink href={href}>
          Open
          <span className="sr-only">{` ${documentNames[kind]} of ${formatDate(issuedOn)}`}</span>
        </TextLink>
      ) : (
        <p className="text-peat-60">for holders, on the page of their stake</p>
      )}
      <p className="text-xs break-all text-peat-60">
        SHA-256 <span className="font-mono">{sha256}</span>
      </p>
    </div>
  );
}
