import { certificateErrors, certificateTexts as texts } from "~/content/console-certificate-texts";
import { sectionHref } from "~/content/console-sections";
import { sectionTitles } from "~/content/console-texts";
import { groupCode } from "~/domain/certificate-code";
import type { CertificateDeed, CertificateFile, StakeCertificate } from "~/areas/console/read-certificate";
import { CertificateState } from "~/ui/console/certificate-state";
import { ConsolePage, type ConsolePageProps } from "~/ui/console/console-page";
import { Instant } from "~/ui/console/instant";
import { cellLink } from "~/ui/console/subject-link";
import { ErrorSummary } from "~/ui/error-summary";
import { CertificateActions, type Refused } from "./actions";
import { CertificateRows } from "./certificate-rows";

export type CertificateProps = CertificateFile & {
  frame: Omit<ConsolePageProps, "title" | "children">;
  nowMs: number;
  isOwn: boolean;
  refused: Refused | null;
};

export function CertificateScreen({ frame, nowMs, isOwn, refused, certificate, all, deeds }: CertificateProps) {
  return (
    <ConsolePage {...frame} title={texts.title(certificate.caskName, certificate.stakeNumber)}>
      {refused && <Problem error={refused.error} />}
      <div className="grid gap-6 @desk:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-6">
          <CertificateRows certificate={certificate} nowMs={nowMs} />
          {all.length > 1 && <Others all={all} nowMs={nowMs} />}
          <Deeds deeds={deeds} />
          <p className="flex flex-wrap gap-x-6">
            <a href={sectionHref("certificates")} className={cellLink}>
              {sectionTitles.certificates}
            </a>
            <a href={`${sectionHref("log")}?of=certificate:${certificate.id}`} className={cellLink}>
              {texts.log}
            </a>
          </p>
        </div>
        <CertificateActions certificate={certificate} mayChange={frame.mayChange} isOwn={isOwn} refused={refused} />
      </div>
    </ConsolePage>
  );
}

function Problem({ error }: Pick<Refused, "error">) {
  const message = certificateErrors[error];
  const isField = error === "reason";
  return <ErrorSummary message={isField ? null : message} errors={isField ? [{ name: "reason", message }] : []} />;
}

function Others({ all, nowMs }: { all: StakeCertificate[]; nowMs: number }) {
  return (
    <section aria-labelledby="others">
      <h2 id="others" className="text-base font-semibold">
        {texts.others}
      </h2>
      <ul className="mt-2 divide-y divide-peat-30 border-y border-peat-30">
        {all.map((one) => (
          <li key={one.id} className="flex flex-wrap items-center justify-between gap-x-4 py-1">
            <a href={`${sectionHref("certificates")}/${one.id}`} className={`figures ${cellLink}`}>
              {groupCode(one.code)}
            </a>
            <Instant atMs={one.createdAtMs} />
            <CertificateState certificate={one} nowMs={nowMs} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Deeds({ deeds }: { deeds: CertificateDeed[] }) {
  if (deeds.length === 0) return null;
  const words: Record<string, string> = texts.deeds;
  return (
    <section aria-labelledby="history">
      <h2 id="history" className="text-base font-semibold">
        {texts.history}
      </h2>
      <ul className="mt-2 divide-y divide-peat-30 border-y border-peat-30">
        {deeds.map(({ id, actor, action, detail, createdAtMs }) => (
          <li key={id} className="py-2 wrap-anywhere">
            <Instant atMs={createdAtMs} /> <b className="font-semibold">{words[action] ?? action}</b>
            <span className="block text-xs text-peat-60">{[detail, actor].filter(Boolean).join(" · ")}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
