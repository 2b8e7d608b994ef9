import { withdrawalTexts as texts } from "~/content/console-texts";
import { formatUsd } from "~/domain/money";
import { percentOf } from "~/domain/returns";
import type { ReviewedWithdrawal } from "~/areas/console/read-withdrawal";
import { Badge } from "~/ui/badge";
import { DueBadge } from "~/ui/console/due-badge";
import { Instant } from "~/ui/console/instant";
import { SubjectLink } from "~/ui/console/subject-link";
import { DefinitionRows } from "~/ui/definition-rows";
import { percentText } from "~/ui/percent-text";

export type ReviewRequest = Omit<
  ReviewedWithdrawal,
  "accountNumberSealed" | "keyId" | "proposedBy" | "proposer" | "returnProposed" | "returnProposedBy" | "returnProposer"
>;

type Props = { request: ReviewRequest; nowMs: number; accountNumber: string | null; opens: boolean };

export function RequestRows({ request, nowMs, accountNumber, opens }: Props) {
  const { rows } = texts;
  return (
    <DefinitionRows
      tight
      rows={[
        { label: texts.rows.state, value: <State request={request} nowMs={nowMs} /> },
        ...ofStake(request),
        { label: rows.holder, value: <bdi>{request.holderName}</bdi> },
        {
          label: rows.profile,
          value: <SubjectLink subject={`user:${request.userId}`} name={request.profileName ?? texts.noName} />,
        },
        request.verifiedName !== null && { label: rows.verified, value: <bdi>{request.verifiedName}</bdi> },
        request.documentSharedBy > 0 && { label: rows.documentSharedBy, value: texts.others(request.documentSharedBy) },
        { label: rows.bank, value: <bdi>{request.bankName}</bdi> },
        { label: rows.ifsc, value: <bdi>{request.ifscCode}</bdi> },
        { label: rows.account, value: accountText(request, accountNumber, opens) },
        { label: rows.paidBefore, value: formatUsd(request.paidBeforeCents) },
        request.sharedBy > 0 && { label: rows.sharedBy, value: texts.others(request.sharedBy) },
        { label: rows.asked, value: <Instant atMs={request.createdAtMs} /> },
        { label: rows.payable, value: <Instant atMs={request.payableFromMs} /> },
        ...decided(request),
      ]}
    />
  );
}

function State({ request, nowMs }: { request: ReviewRequest; nowMs: number }) {
  if (request.state === "sending") return <Badge tone="attention">{texts.sending}</Badge>;
  if (request.state === "paid") return <Badge tone="gain">{texts.paid}</Badge>;
  if (request.state === "rejected") return <Badge tone="error">{texts.rejected}</Badge>;
  if (request.state === "returned") return <Badge tone="error">{texts.returned}</Badge>;
  if (request.state === "cancelled") return <Badge>{texts.cancelled}</Badge>;
  return <DueBadge payableFromMs={request.payableFromMs} nowMs={nowMs} />;
}

function ofStake(request: ReviewRequest) {
  const { rows } = texts;
  const { caskId, caskName, stakeNumber, cycleNumber, priceCents, reckonedToCents, interestBasisPoints } = request;
  if (caskName === null) return [{ label: rows.cask, value: texts.balance }];
  return [
    { label: rows.cask, value: <SubjectLink subject={`cask:${caskId}`} name={caskName} /> },
    { label: rows.stake, value: String(stakeNumber) },
    { label: rows.cycle, value: String(cycleNumber) },
    { label: rows.start, value: priceCents === null ? "–" : formatUsd(priceCents) },
    { label: rows.end, value: reckonedToCents === null ? "–" : formatUsd(reckonedToCents) },
    {
      label: texts.rows.return,
      value: interestBasisPoints === null ? "–" : percentText(percentOf(interestBasisPoints)),
    },
  ];
}

function accountText({ accountLast4 }: ReviewRequest, accountNumber: string | null, opens: boolean) {
  if (!opens) return texts.masked(accountLast4);
  return accountNumber === null ? texts.notOpened : <bdi>{accountNumber}</bdi>;
}

function decided({ state, updatedAtMs, sentAtMs, bankReference, rejectReason, ...request }: ReviewRequest) {
  if (state === "progress") return [];
  if (state === "sending")
    return sentAtMs === null ? [] : [{ label: texts.rows.sent, value: <Instant atMs={sentAtMs} /> }];
  return [
    { label: texts.rows.decided, value: <Instant atMs={updatedAtMs} /> },
    bankReference !== null && { label: texts.rows.reference, value: <bdi>{bankReference}</bdi> },
    rejectReason !== null && { label: texts.rows.reason, value: <bdi>{rejectReason}</bdi> },
    ...(request.returnedAtMs === null
      ? []
      : [
          { label: texts.rows.returned, value: <Instant atMs={request.returnedAtMs} /> },
          { label: texts.rows.reference, value: <bdi>{request.returnReference}</bdi> },
          { label: texts.rows.reason, value: <bdi>{request.returnReason}</bdi> },
        ]),
  ];
}
