import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import * as z from "zod";
import { sectionHref, sectionTitles } from "~/content/console-sections";
import { described } from "~/content/page-meta";
import { asTyped } from "~/areas/casks/typed-values";
import { callBackProposal, proposePayout } from "~/areas/payouts/withdrawals/propose-payout";
import {
  clearWithdrawal,
  type DecideRefusal,
  payWithdrawal,
  readPayRefusal,
  rejectWithdrawal,
} from "~/areas/payouts/withdrawals/decide-withdrawal";
import {
  confirmReturn,
  proposeReturn,
  type ReturnRefusal,
  returnWithdrawal,
} from "~/areas/payouts/withdrawals/return-withdrawal";
import { openPayoutAccount } from "~/areas/payouts/withdrawals/may-pay";
import { readWithdrawal } from "~/areas/console/read-withdrawal";
import { mapWork, noWork, readThing, together, type Work, writeConsole } from "~/server/console-session";
import { readForm } from "~/server/login-form";
import { savedAt } from "~/server/saved-at";
import { readId } from "~/server/read-id";
import { ReviewScreen } from "./screen";

export const meta = () => described(sectionTitles.withdrawals);

export async function loader(args: LoaderFunctionArgs) {
  const { context, params } = args;
  const withdrawalId = readId(params.id);
  const { frame, nowMs, viewer, result } = await readThing(args, "withdrawals", (access) =>
    readWithdrawal(context.db, { withdrawalId, auditId: context.newId("aud"), access }),
  );
  const { accountNumberSealed, keyId, proposedBy, proposer, ...found } = result;
  const { returnProposed, returnProposedBy, returnProposer, ...request } = found;
  const { userId } = request;
  const opens = frame.mayChange && (request.state === "progress" || request.state === "sending");
  const accountNumber = opens ? await openPayoutAccount(context, { userId, accountNumberSealed, keyId }) : null;
  const proposerOf = (id: string | null, email: string | null) =>
    id === null ? null : { isViewer: id === viewer.id, name: (frame.mayChange ? email : null) ?? id };
  return json({
    frame,
    nowMs,
    request,
    accountNumber,
    opens,
    isOwn: userId === viewer.id,
    proposal: proposerOf(proposedBy, proposer),
    cameBack: {
      ...(returnProposed === null
        ? { reference: new URL(args.request.url).searchParams.get("return") ?? "", reason: "" }
        : (JSON.parse(returnProposed) as { reference: string; reason: string })),
      by: proposerOf(returnProposedBy, returnProposer),
    },
  });
}

const bankReference = z.string().trim().min(1).max(60);
const reason = z.string().trim().min(1).max(200);
const schema = z.discriminatedUnion("intent", [
  z.object({ intent: z.enum(["pay", "confirm", "propose"]), bank_reference: bankReference }),
  z.object({ intent: z.literal("call-back"), call_back_reason: reason }),
  z.object({ intent: z.literal("reject"), reason, seen: z.enum(["progress", "sending"]).optional() }),
  z.object({
    intent: z.enum(["return", "propose-return", "confirm-return"]),
    return_reference: bankReference,
    return_reason: reason,
  }),
  z.object({ intent: z.literal("clear") }),
]);
const FIELDS = ["bank_reference", "reason", "call_back_reason", "return_reference", "return_reason"] as const;
type Outcome =
  { ok: true; waits?: true } | { ok: false; code: DecideRefusal | ReturnRefusal | (typeof FIELDS)[number] };

export async function action(args: ActionFunctionArgs) {
  const { context, params } = args;
  const { db } = context;
  const withdrawalId = readId(params.id);
  const fields = Object.fromEntries(await readForm(args.request));
  const { data: asked, error } = schema.safeParse(fields);
  const [auditId, proposalId] = [context.newId("aud"), context.newId("chg")];
  const { result } = await writeConsole(args, "withdrawals", (operator): Work<Outcome> => {
    const by = { withdrawalId, operator };
    const orNot = (work: Work<boolean>) =>
      mapWork(work, (done): Outcome => (done ? { ok: true } : { ok: false, code: "not-allowed" }));
    switch (asked?.intent) {
      case "pay":
      case "confirm":
        return payWithdrawal(db, { ...by, bankReference: asked.bank_reference });
      case "propose":
        return mapWork(
          together({
            done: proposePayout(db, { ...by, auditId, bankReference: asked.bank_reference }),
            why: readPayRefusal(db, by),
          }),
          ({ done, why }): Outcome => (done ? { ok: true, waits: true } : { ok: false, code: why ?? "not-allowed" }),
        );
      case "call-back":
        return orNot(callBackProposal(db, { ...by, auditId, reason: asked.call_back_reason }));
      case "reject":
        return rejectWithdrawal(db, { ...by, reason: asked.reason, seen: asked.seen });
      case "return":
        return returnWithdrawal(db, { ...by, reference: asked.return_reference, reason: asked.return_reason });
      case "propose-return":
        return proposeReturn(db, proposalId, { ...by, reference: asked.return_reference, reason: asked.return_reason });
      case "confirm-return":
        return confirmReturn(db, { ...by, reference: asked.return_reference, reason: asked.return_reason });
      case "clear":
        return orNot(clearWithdrawal(db, by));
      default:
        return noWork({ ok: false, code: FIELDS.find((one) => one === error?.issues[0]?.path[0]) ?? "not-allowed" });
    }
  });
  if (result.ok) return savedAt(args, `${sectionHref("withdrawals")}/${withdrawalId}`, result);
  return json({ error: result.code, typed: asTyped(fields, FIELDS) }, { status: asked ? 409 : 400 });
}

export default function Withdrawal() {
  const refused = useActionData<typeof action>();
  return <ReviewScreen {...useLoaderData<typeof loader>()} refused={refused ?? null} />;
}
