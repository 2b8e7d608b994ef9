import { certificateActionTexts as texts, certificateErrors } from "~/content/console-certificate-texts";
import type { ReviewedCertificate } from "~/areas/console/read-certificate";
import { Button } from "~/ui/button";
import { Effects, TypedField } from "~/ui/console/form-parts";

export type Refused = { error: keyof typeof certificateErrors; typed: Record<string, string> };

type Props = { certificate: ReviewedCertificate; mayChange: boolean; isOwn: boolean; refused: Refused | null };

/** What an operator may do now; what is not possible is not shown. */
export function CertificateActions({ certificate, mayChange, isOwn, refused }: Props) {
  if (!mayChange) return null;
  if (isOwn) return <p>{texts.own}</p>;
  const { state, withheld, stakeState } = certificate;
  const stands = stakeState === "active";
  if (!stands || (state === "void" && withheld === 0)) return <p className="text-peat-60">{texts.over}</p>;
  return (
    <div className="flex flex-col gap-6">
      {(state === "issued" || withheld === 1) && <Reissue isVoid={withheld === 1} />}
      {state !== "void" && <MakeVoid refused={refused} />}
    </div>
  );
}

function Reissue({ isVoid }: { isVoid: boolean }) {
  return (
    <form method="post" className="flex flex-col gap-4">
      <input type="hidden" name="intent" value="reissue" />
      <h2 className="text-base font-semibold">{texts.reissueTitle}</h2>
      <Effects effects={isVoid ? texts.reissueVoidEffects : texts.reissueEffects} />
      <Button>{isVoid ? texts.reissueVoid : texts.reissue}</Button>
    </form>
  );
}

function MakeVoid({ refused }: Pick<Props, "refused">) {
  const error = refused?.error === "reason" ? certificateErrors.reason : undefined;
  return (
    <form method="post" noValidate className="flex flex-col gap-4 border-t border-peat-30 pt-5">
      <input type="hidden" name="intent" value="void" />
      <h2 className="text-base font-semibold">{texts.voidTitle}</h2>
      <Effects effects={texts.voidEffects} />
      <TypedField
        name="reason"
        label={texts.reason}
        hint={texts.reasonHint}
        typed={refused?.typed.reason}
        error={error}
      />
      <Button look="danger">{texts.makeVoid}</Button>
    </form>
  );
}
