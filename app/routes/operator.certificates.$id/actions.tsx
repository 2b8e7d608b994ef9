import { certificateErrors } from "~/content/console-certificate-texts";
import type { ReviewedCertificate } from "~/areas/console/read-certificate";
import { Button } from "~/ui/button";
import { Effects, TypedField } from "~/ui/console/form-parts";

export type Refused = { error: keyof typeof certificateErrors; typed: Record<string, string> };

type Props = { certificate: ReviewedCertificate; mayChange: boolean; isOwn: boolean; refused: Refused | null };

/** What an operator may do now; what is not possible is not shown. */
export function CertificateActions({ certificate, mayChange, isOwn, refused }: Props) {
  if (!mayChange) return null;
  if (isOwn) return <p>This is your own certificate. Another operator has to decide on it.</p>;
  const { state, withheld, stakeState } = certificate;
  const stands = stakeState === "active";
  if (!stands || (state === "void" && withheld === 0))
    return (
      <p className="text-peat-60">
        There is nothing to do: the stake is not active, or another certificate has taken this one’s place.
      </p>
    );
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
      <h2 className="text-base font-semibold">Replace it</h2>
      <Effects
        effects={
          isVoid
            ? [
                "makes a new certificate with a new code, in the holder's name as it is now",
                "leaves this one void",
                "tells the holder when the PDF is ready",
              ]
            : [
                "makes a new certificate with a new code, in the holder's name as it is now",
                "makes this one void: its code says that it was replaced",
                "tells the holder when the PDF is ready",
              ]
        }
      />
      <Button>{isVoid ? "Make a new certificate" : "Replace this certificate"}</Button>
    </form>
  );
}

function MakeVoid({ refused }: Pick<Props, "refused">) {
  const error = refused?.error === "reason" ? certificateErrors.reason : undefined;
  return (
    <form method="post" noValidate className="flex flex-col gap-4 border-t border-peat-30 pt-5">
      <input type="hidden" name="intent" value="void" />
      <h2 className="text-base font-semibold">Make it void</h2>
      <Effects
        effects={["the holder's wallet and the public page say that it is void", "the holder keeps the stake"]}
      />
      <TypedField
        name="reason"
        label="Reason"
        hint="For the log. No personal data."
        typed={refused?.typed.reason}
        error={error}
      />
      <Button look="danger">Make this certificate void</Button>
    </form>
  );
}
