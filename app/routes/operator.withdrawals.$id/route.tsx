import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { sectionHref } from "~/content/console-sections";
import { sectionTitles } from "~/content/console-texts";
import { described } from "~/content/page-titles";
import { asTyped } from "~/areas/casks/typed-values";
import { decide, readDecision } from "~/areas/console/decide-request";
import { openPayoutAccount } from "~/areas/payouts/withdrawals/open-payout-account";
import { readWithdrawal } from "~/areas/console/read-withdrawal";
import { besideOf } from "~/areas/console/lists/beside";
import { withdrawals } from "~/areas/console/lists/withdrawals";
import { readInList } from "~/server/console-list";
import { frameProps } from "~/server/console-frame";
import { writeConsole } from "~/server/console-session";
import { readForm } from "~/server/login-form";
import { savedAt } from "~/server/saved-at";
import type { PageHandle } from "~/server/page-handle";
import { readId } from "~/server/read-id";
import { ReviewScreen } from "./screen";

export const handle: PageHandle = { console: true };

export const meta: MetaFunction = () => described(sectionTitles.withdrawals);

export async function loader(args: LoaderFunctionArgs) {
  const { context, params } = args;
  const withdrawalId = readId(params.id);
  const { frame, viewer, result, beside } = await readInList(args, withdrawals, (access) =>
    readWithdrawal(context.db, { withdrawalId, auditId: context.newId("aud"), access }),
  );
  const { accountNumberSealed, keyId, proposedBy, proposer, ...request } = result;
  const { userId } = request;
  const opens = frame.mayChange && (request.state === "progress" || request.state === "sending");
  const accountNumber = opens ? await openPayoutAccount(context, { userId, accountNumberSealed, keyId }) : null;
  return json({
    frame: frameProps(frame),
    beside,
    nowMs: frame.nowMs,
    request,
    accountNumber,
    opens,
    isOwn: userId === viewer.id,
    proposal:
      proposedBy === null
        ? null
        : {
            byViewer: proposedBy === viewer.id,
            by: (frame.mayChange ? proposer : null) ?? proposedBy,
            reference: request.proposedReference,
          },
  });
}

/** Repeating a decision has no further effect: the second gets the first one's outcome. */
export async function action(args: ActionFunctionArgs) {
  const { context, params } = args;
  const withdrawalId = readId(params.id);
  const fields = Object.fromEntries(await readForm(args.request));
  const decision = readDecision(fields);
  const typed = asTyped(fields, ["bank_reference", "reason", "call_back_reason"]);
  const isWrong = decision === null || "wrong" in decision;
  const auditId = context.newId("aud");
  const { result } = await writeConsole(args, "withdrawals", (access) =>
    decide(context.db, access, { withdrawalId, auditId, decision: isWrong ? null : decision }),
  );
  if (result.ok) return savedAt(args, `${sectionHref("withdrawals")}/${withdrawalId}`, result);
  const error = decision !== null && "wrong" in decision ? decision.wrong : result.code;
  return json({ error, typed }, { status: isWrong ? 400 : 409 });
}

export default function Withdrawal() {
  const { frame, beside, ...page } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return (
    <ReviewScreen
      {...page}
      frame={{ ...frame, beside: besideOf(withdrawals, page.request.id, beside) }}
      refused={refused ?? null}
    />
  );
}
