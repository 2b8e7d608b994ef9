import { AUDIT_PATH, EVIDENCE_PATH } from "~/content/page-paths";
import { stressPage as texts } from "~/content/stress-texts";
import { formatUsd } from "~/domain/money";
import type { StressPicture } from "~/domain/pictures/stress-bars";
import { backOf, type StressCase } from "~/domain/stress";
import type { StressFile } from "~/areas/proof/publishing/proof-files";
import { EmptyState } from "~/ui/empty-state";
import { Panel } from "~/ui/panel";
import { AsTable } from "~/ui/pictures/as-table";
import { StressBars } from "~/ui/pictures/stress-bars";
import { ProofPage } from "~/ui/proof-page";

const link = "inline-flex min-h-11 items-center font-semibold text-copper underline underline-offset-4";

type StressScreenProps = { file: StressFile | null; picture: StressPicture | null };

export function StressScreen({ file, picture }: StressScreenProps) {
  return (
    <ProofPage title={texts.title} lead={texts.lead} day={file?.day ?? null}>
      {file && picture ? <Cases file={file} picture={picture} /> : null}
      {file && !picture && <EmptyState title={texts.empty.title}>{texts.empty.text}</EmptyState>}
      {file && <Stopped file={file} />}
    </ProofPage>
  );
}

function Cases({ file: { stress }, picture }: { file: StressFile; picture: StressPicture }) {
  const { casks, stakes, paidCents, valuedCents, advancedCents = 0, unvaluedCasks, halved, waited } = stress;
  const all = { paid: paidCents, valued: valuedCents, halved: halved.backCents, waited: waited.backCents };
  return (
    <>
      <figure className="rounded-md bg-barley p-4">
        <figcaption className="font-semibold">{texts.pictureTitle(10_000)}</figcaption>
        <StressBars picture={picture} />
        <AsTable
          head={texts.table.head}
          rows={picture.bars.map(({ what, cents }) => [texts.bars[what], formatUsd(cents), formatUsd(all[what])])}
        />
      </figure>
      <p>
        {texts.totals(casks, stakes, paidCents, valuedCents)} {unvaluedCasks > 0 && texts.unvalued(unvaluedCasks)}{" "}
        {texts.advanced(advancedCents)}
      </p>
      <Case title={texts.halved.title} found={halved} paidCents={paidCents} how={texts.halved.how} />
      <Case title={texts.waited.title} found={waited} paidCents={paidCents} how={texts.waited.how} />
    </>
  );
}

type CaseProps = { title: string; found: StressCase; paidCents: number; how: string };

function Case({ title, found, paidCents, how }: CaseProps) {
  return (
    <Panel title={title}>
      <p>
        {texts.halved.text(found.backCents, backOf(found.backCents, paidCents))}{" "}
        {texts.halved.range(found.worst, found.best)}
      </p>
      <p className="mt-2 text-sm text-peat-60">{how}</p>
    </Panel>
  );
}

function Stopped({ file }: { file: StressFile }) {
  const { casks, warehouses, keepers, delivered, confirmed, owedCents } = file;
  const words = texts.stopped;
  return (
    <Panel title={words.title}>
      <div className="flex flex-col gap-2 text-sm">
        <p>{words.casks(casks, warehouses, keepers)}</p>
        <p>{words.papers(delivered, confirmed, casks)}</p>
        <p>{words.stakes}</p>
        <p>{words.storage}</p>
        <p>{words.owed(owedCents)}</p>
      </div>
      <p className="flex flex-wrap gap-x-6">
        <a href={EVIDENCE_PATH} className={link}>
          {words.keepers}
        </a>
        <a href={AUDIT_PATH} className={link}>
          {words.audit}
        </a>
      </p>
    </Panel>
  );
}
