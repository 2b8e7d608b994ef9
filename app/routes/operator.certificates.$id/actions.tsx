import { certificateErrors } from "~/content/console-certificate-texts";
import type { ReviewedCertificate } from "~/areas/console/read-certificate";
import { ConsoleForm, Effects } from "~/ui/console/form-parts";

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
    <ConsoleForm
      intent="reissue"
      title="Replace it"
      button={isVoid ? "Make a new certificate" : "Replace this certificate"}
    >
      <Effects
        effects={[
          "makes a new certificate with a new code, in the holder's name as it is now",
          isVoid ? "leaves this one void" : "makes this one void: its code says that it was replaced",
          "tells the holder when the PDF is ready",
        ]}
      />
    </ConsoleForm>
  );
}

function MakeVoid({ refused }: Pick<Props, "refused">) {
  return (
    <ConsoleForm
      ruled
      intent="void"
      title="Make it void"
      lead={
        <Effects
          effects={["the holder's wallet and the public page say that it is void", "the holder keeps the stake"]}
        />
      }
      fields={[{ name: "reason", label: "Reason", hint: "For the log. No personal data.", most: 200 }]}
      typed={refused?.typed}
      errors={refused?.error === "reason" ? { reason: certificateErrors.reason } : {}}
      button="Make this certificate void"
      look="danger"
    />
  );
}
