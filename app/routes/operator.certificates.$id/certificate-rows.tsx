import { certificateTexts as texts } from "~/content/console-certificate-texts";
import { sectionHref } from "~/content/console-sections";
import { groupCode } from "~/domain/certificate-code";
import type { ReviewedCertificate } from "~/areas/console/read-certificate";
import { Badge } from "~/ui/badge";
import { CertificateState } from "~/ui/console/certificate-state";
import { Instant } from "~/ui/console/instant";
import { cellLink } from "~/ui/console/subject-link";
import { DefinitionRows } from "~/ui/definition-rows";

type Props = { certificate: ReviewedCertificate; nowMs: number };

export function CertificateRows({ certificate, nowMs }: Props) {
  const { rows } = texts;
  const { code, holderId, holderName, nameOnCertificate, stakeNumber, totalStakes, stakeState } = certificate;
  return (
    <DefinitionRows
      rows={[
        {
          label: rows.state,
          value:
            certificate.withheld === 1 ? (
              <Badge tone="error">{texts.withheld}</Badge>
            ) : (
              <CertificateState certificate={certificate} nowMs={nowMs} />
            ),
        },
        { label: rows.code, value: groupCode(code) },
        {
          label: rows.holder,
          value: (
            <a href={`${sectionHref("users")}/${holderId}`} className={cellLink}>
              <bdi>{holderName ?? texts.noName}</bdi>
            </a>
          ),
        },
        { label: rows.printed, value: <bdi>{nameOnCertificate ?? texts.none}</bdi> },
        {
          label: rows.cask,
          value: (
            <a href={`${sectionHref("casks")}/${certificate.caskId}`} className={cellLink}>
              {certificate.caskName}
            </a>
          ),
        },
        { label: rows.stake, value: texts.stakeText(stakeNumber, totalStakes, texts.stakeStates[stakeState]) },
        {
          label: rows.payment,
          value:
            certificate.paymentId === null ? (
              texts.boughtFromInvestor
            ) : (
              <a href={`${sectionHref("payments")}/${certificate.paymentId}`} className={cellLink}>
                {certificate.paymentId}
              </a>
            ),
        },
        { label: rows.begun, value: <Instant atMs={certificate.createdAtMs} /> },
        ...whenIssued(certificate),
        ...(certificate.voidedAtMs === null
          ? []
          : [{ label: rows.voided, value: <Instant atMs={certificate.voidedAtMs} /> }]),
      ]}
    />
  );
}

/** What can be opened: the PDF while it is valid, the public page once there was one. */
function whenIssued({ id, state, code, issuedAtMs, sha256 }: ReviewedCertificate) {
  const { rows } = texts;
  if (issuedAtMs === null) return [];
  const pdf = (
    <a href={`/certificates/${id}.pdf`} className={cellLink}>
      {texts.open}
    </a>
  );
  const verify = (
    <a href={`/verify/${groupCode(code)}`} className={cellLink}>
      {texts.check}
    </a>
  );
  return [
    { label: rows.issued, value: <Instant atMs={issuedAtMs} /> },
    ...(state === "issued" ? [{ label: rows.pdf, value: pdf }] : []),
    { label: rows.verify, value: verify },
    { label: rows.hash, value: sha256 ?? texts.none },
  ];
}
