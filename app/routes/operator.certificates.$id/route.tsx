import * as z from "zod";
import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { asTyped } from "~/areas/casks/typed-values";
import { readCertificate, type ReviewedCertificate } from "~/areas/console/read-certificate";
import {
  reissueCertificate,
  type ReissueOutcome,
  voidCertificate,
  type VoidOutcome,
} from "~/areas/holdings/certificates/reissue-certificate";
import { certificateErrors, certificateTexts as texts } from "~/content/console-certificate-texts";
import { sectionHref, sectionTitles } from "~/content/console-sections";
import { described } from "~/content/page-meta";
import { outboxId } from "~/core/outbox/kinds";
import { groupCode } from "~/domain/certificate-code";
import { noWork, readThing, type Work, writeConsole } from "~/server/console-session";
import { readForm } from "~/server/login-form";
import { nudgeLater } from "~/server/nudge-later";
import { readId } from "~/server/read-id";
import { savedAt } from "~/server/saved-at";
import { Badge } from "~/ui/badge";
import { CertificateState } from "~/ui/console/badges";
import { ConsolePage } from "~/ui/console/console-page";
import { ConsoleForm, Effects, Refusal } from "~/ui/console/form-parts";
import { CellLink, Instant, SubjectLink } from "~/ui/console/cells";
import { LinkRow } from "~/ui/console/page-links";
import { DefinitionRows } from "~/ui/definition-rows";

type Props = { certificate: ReviewedCertificate; nowMs: number };

function CertificateRows({ certificate, nowMs }: Props) {
  const { code, holderId, holderName, nameOnCertificate, stakeNumber, totalStakes, stakeState, paymentId } =
    certificate;
  return (
    <DefinitionRows
      rows={[
        {
          label: "State",
          value:
            certificate.withheld === 1 ? (
              <Badge tone="error">void, not replaced</Badge>
            ) : (
              <CertificateState certificate={certificate} nowMs={nowMs} />
            ),
        },
        { label: "Code", value: groupCode(code) },
        { label: "Holder", value: <SubjectLink subject={`user:${holderId}`} name={holderName ?? texts.noName} /> },
        { label: "Name for certificates", value: <bdi>{nameOnCertificate ?? texts.none}</bdi> },
        { label: "Cask", value: <SubjectLink subject={`cask:${certificate.caskId}`} name={certificate.caskName} /> },
        { label: "Stake", value: `${stakeNumber} of ${totalStakes}, ${texts.stakeStates[stakeState]}` },
        {
          label: "Payment",
          value: paymentId ? (
            <SubjectLink subject={`payment:${paymentId}`} name={paymentId} />
          ) : (
            "none: bought from another investor"
          ),
        },
        { label: "Begun", value: <Instant atMs={certificate.createdAtMs} /> },
        ...whenIssued(certificate),
        certificate.voidedAtMs !== null && {
          label: "Not valid since",
          value: <Instant atMs={certificate.voidedAtMs} />,
        },
      ]}
    />
  );
}

function whenIssued({ id, state, code, issuedAtMs, sha256 }: ReviewedCertificate) {
  if (issuedAtMs === null) return [];
  const pdf = <CellLink href={`/certificates/${id}.pdf`}>Open the PDF</CellLink>;
  const verify = <CellLink href={`/verify/${groupCode(code)}`}>See what the public page says</CellLink>;
  return [
    { label: "Issued", value: <Instant atMs={issuedAtMs} /> },
    ...(state === "issued" ? [{ label: "PDF", value: pdf }] : []),
    { label: "Public page", value: verify },
    { label: "SHA-256 of the PDF", value: sha256 ?? texts.none },
  ];
}

export default function Certificate() {
  const { frame, nowMs, isOwn, certificate } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>() ?? null;
  return (
    <ConsolePage {...frame} title={`Certificate of stake ${certificate.stakeNumber}, ${certificate.caskName}`}>
      {refused && <Refusal code={refused.error} texts={certificateErrors} fields={["reason"]} />}
      <div className="grid gap-6 @desk:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-6">
          <CertificateRows certificate={certificate} nowMs={nowMs} />
          <LinkRow
            links={[
              [sectionHref("certificates"), sectionTitles.certificates],
              [`${sectionHref("log")}?of=certificate:${certificate.id}`, "The same in the log"],
            ]}
          />
        </div>
        <CertificateActions certificate={certificate} mayChange={frame.mayChange} isOwn={isOwn} refused={refused} />
      </div>
    </ConsolePage>
  );
}

export const meta = () => described(sectionTitles.certificates);

export async function loader(args: LoaderFunctionArgs) {
  const certificateId = readId(args.params.id);
  const { frame, nowMs, viewer, result } = await readThing(args, "certificates", ({ nowMs }) =>
    readCertificate(args.context.db, certificateId, nowMs),
  );
  return json({ frame, nowMs, isOwn: result.holderId === viewer.id, certificate: result });
}

const schema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("reissue") }),
  z.object({ intent: z.literal("void"), reason: z.string().trim().min(1).max(200) }),
]);
type Outcome = ReissueOutcome | VoidOutcome | { ok: false; code: "reason" | "no-such-intent" };

export async function action(args: ActionFunctionArgs) {
  const { context, params } = args;
  const { db } = context;
  const certificateId = readId(params.id);
  const fields = Object.fromEntries(await readForm(args.request));
  const { data: asked, error } = schema.safeParse(fields);
  const fresh = { newId: context.newId("crt"), newCode: context.newCode() };
  const { result } = await writeConsole(args, "certificates", (operator): Work<Outcome> => {
    if (asked?.intent === "void") return voidCertificate(db, { certificateId, operator, reason: asked.reason });
    if (asked) return reissueCertificate(db, { certificateId, operator, ...fresh });
    return noWork({ ok: false, code: error?.issues[0]?.path[0] === "reason" ? "reason" : "no-such-intent" });
  });
  if (!result.ok)
    return json({ error: result.code, typed: asTyped(fields, ["reason"]) }, { status: asked ? 409 : 400 });
  const shownId = "certificateId" in result ? result.certificateId : certificateId;
  if (asked?.intent === "reissue") nudgeLater(context, outboxId("issue-certificate", shownId));
  return savedAt(args, `${sectionHref("certificates")}/${shownId}`);
}

type Refused = { error: keyof typeof certificateErrors; typed: Record<string, string> };

type ActionProps = { certificate: ReviewedCertificate; mayChange: boolean; isOwn: boolean; refused: Refused | null };

function CertificateActions({ certificate, mayChange, isOwn, refused }: ActionProps) {
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

function MakeVoid({ refused }: Pick<ActionProps, "refused">) {
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
