import { logProofTexts as texts } from "~/content/audit-texts";
import { VERIFY_PATH } from "~/content/page-paths";
import type { ProofLink } from "~/domain/log/proof-link";
import { Panel } from "~/ui/panel";

const link = "inline-flex min-h-11 min-w-11 items-center font-semibold text-copper underline underline-offset-4";

export function LogProofPanel({ proof }: { proof: ProofLink }) {
  return (
    <Panel title={texts.title}>
      {"href" in proof ? (
        <>
          <p className="text-sm">{texts.text}</p>
          <div className="flex flex-wrap gap-x-6">
            <a href={proof.href} download className={link}>
              {texts.download}
            </a>
            <a href={`${VERIFY_PATH}#proof`} className={link}>
              {texts.how}
            </a>
          </div>
        </>
      ) : (
        <p className="text-sm">{texts.coming(proof.from)}</p>
      )}
    </Panel>
  );
}
