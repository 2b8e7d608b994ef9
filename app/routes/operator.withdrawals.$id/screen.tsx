import { sectionHref, sectionTitles } from "~/content/console-sections";
import { withdrawalTexts as texts } from "~/content/console-texts";
import { formatUsd } from "~/domain/money";
import { ConsolePage, type ConsoleFrame } from "~/ui/console/console-page";
import { Refusal } from "~/ui/console/form-parts";
import { LinkRow } from "~/ui/console/page-links";
import { Decide, type DecideProps, type Proposer, refusals, type Refused, TwoPersonForm } from "./decide";
import { percentOf } from "~/domain/returns";
import type { ReviewedWithdrawal } from "~/areas/console/read-withdrawal";
import { WithdrawalState } from "~/ui/console/badges";
import { Instant, SubjectLink } from "~/ui/console/cells";
import { DefinitionRows } from "~/ui/definition-rows";
import { percentText } from "~/ui/percent-text";

type CameBack = { reference: string; reason: string; by: Proposer };

type Props = { request: ReviewRequest; cameBack: CameBack; refused: Refused | null };

function ReturnForm({ request, cameBack, refused }: Props) {
  const amount = formatUsd(request.amountCents);
  return (
    <TwoPersonForm
      title="If the bank sent it back"
      needsTwo={request.needsTwo}
      by={cameBack.by}
      steps={{
        alone: ["return", `Record that ${amount} came back`],
        propose: ["propose-return", `Propose recording that ${amount} came back`],
        confirm: ["confirm-return", `Confirm that ${amount} came back`],
      }}
      effects={texts.returnEffects(amount, request.holderName)}
      fields={[
        {
          name: "return_reference",
          label: "Bank reference of what came back",
          most: 60,
          hint: "As the bank shows it. The investor sees it.",
          value: cameBack.reference,
        },
        {
          name: "return_reason",
          label: "Why it came back",
          most: 200,
          value: cameBack.reason,
          hint: "As the bank says it: ‘account closed’. The investor reads it.",
        },
      ]}
      look="secondary"
      refused={refused}
    />
  );
}

type ReviewProps = Omit<DecideProps, "mayChange"> & {
  frame: ConsoleFrame;
  /** null: not shown, or it cannot be opened. */
  accountNumber: string | null;
  opens: boolean;
  cameBack: CameBack;
};

export function ReviewScreen({ frame, request, refused, ...page }: ReviewProps) {
  return (
    <ConsolePage {...frame} title={`${formatUsd(request.amountCents)} to ${request.holderName}`}>
      {refused && <Refusal code={refused.error} texts={refusals} fields={FIELDS} />}
      <div className="grid gap-6 @desk:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="min-w-0">
          {page.opens && (
            <p className="mb-3 text-xs text-peat-60">
              This page shows the whole account number, and the log records that you saw it.
            </p>
          )}
          <RequestRows request={request} nowMs={page.nowMs} accountNumber={page.accountNumber} opens={page.opens} />
          <LinkRow
            links={[
              [sectionHref("withdrawals"), sectionTitles.withdrawals],
              ...(request.runNumber === null
                ? []
                : [[`/operator/payout-runs/${request.runId}`, `Payout run ${request.runNumber}`] as const]),
              [`${sectionHref("log")}?of=withdrawal:${request.id}`, "History of this request"],
            ]}
          />
        </div>
        {(request.state === "progress" || request.state === "sending") && (
          <Decide {...page} request={request} mayChange={frame.mayChange} refused={refused} />
        )}
        {request.state === "paid" && frame.mayChange && !page.isOwn && (
          <ReturnForm request={request} cameBack={page.cameBack} refused={refused} />
        )}
      </div>
    </ConsolePage>
  );
}

const FIELDS = ["bank_reference", "reason", "call_back_reason", "return_reference", "return_reason"];

export type ReviewRequest = Omit<
  ReviewedWithdrawal,
  "accountNumberSealed" | "keyId" | "proposedBy" | "proposer" | "returnProposed" | "returnProposedBy" | "returnProposer"
>;

type RowsProps = { request: ReviewRequest; nowMs: number; accountNumber: string | null; opens: boolean };

function RequestRows({ request, nowMs, accountNumber, opens }: RowsProps) {
  return (
    <DefinitionRows
      tight
      rows={[
        { label: "State", value: <WithdrawalState {...request} nowMs={nowMs} /> },
        ...ofStake(request),
        { label: "Account holder", value: <bdi>{request.holderName}</bdi> },
        {
          label: "Name in the profile",
          value: <SubjectLink subject={`user:${request.userId}`} name={request.profileName ?? "none"} />,
        },
        { label: "Bank", value: <bdi>{request.bankName}</bdi> },
        { label: "IFSC code", value: <bdi>{request.ifscCode}</bdi> },
        { label: "Account number", value: accountText(request, accountNumber, opens) },
        { label: "Paid to this account before", value: formatUsd(request.paidBeforeCents) },
        request.sharedBy > 0 && { label: "Account also used by", value: texts.others(request.sharedBy) },
        { label: "Asked", value: <Instant atMs={request.createdAtMs} /> },
        { label: "May be paid from", value: <Instant atMs={request.payableFromMs} /> },
        ...decided(request),
      ]}
    />
  );
}

function ofStake(request: ReviewRequest) {
  const { caskId, caskName, stakeNumber, cycleNumber, priceCents, reckonedToCents, interestBasisPoints } = request;
  if (caskName === null) return [{ label: "Cask", value: texts.balance }];
  return [
    { label: "Cask", value: <SubjectLink subject={`cask:${caskId}`} name={caskName} /> },
    { label: "Stake", value: String(stakeNumber) },
    { label: "24-month period", value: String(cycleNumber) },
    { label: "Price paid", value: priceCents === null ? "–" : formatUsd(priceCents) },
    { label: "Value it was worked out from", value: reckonedToCents === null ? "–" : formatUsd(reckonedToCents) },
    { label: "Return", value: interestBasisPoints === null ? "–" : percentText(percentOf(interestBasisPoints)) },
  ];
}

function accountText({ accountLast4 }: ReviewRequest, accountNumber: string | null, opens: boolean) {
  if (!opens) return texts.masked(accountLast4);
  return accountNumber === null ? "cannot be decrypted: its key is gone" : <bdi>{accountNumber}</bdi>;
}

function decided({ state, updatedAtMs, sentAtMs, bankReference, rejectReason, ...request }: ReviewRequest) {
  if (state === "progress") return [];
  if (state === "sending")
    return sentAtMs === null ? [] : [{ label: "Sent to the bank", value: <Instant atMs={sentAtMs} /> }];
  return [
    { label: "Decided", value: <Instant atMs={updatedAtMs} /> },
    bankReference !== null && { label: "Bank reference", value: <bdi>{bankReference}</bdi> },
    rejectReason !== null && { label: "Reason", value: <bdi>{rejectReason}</bdi> },
    ...(request.returnedAtMs === null
      ? []
      : [
          { label: "Sent back", value: <Instant atMs={request.returnedAtMs} /> },
          { label: "Bank reference", value: <bdi>{request.returnReference}</bdi> },
          { label: "Reason", value: <bdi>{request.returnReason}</bdi> },
        ]),
  ];
}
