import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import * as z from "zod";
import { sectionHref, sectionTitles } from "~/content/console-sections";
import { described } from "~/content/page-meta";
import { asTyped } from "~/areas/casks/typed-values";
import { askReread } from "~/areas/buying/settlement/settle-payment";
import { giveBack, type GiveBackOutcome } from "~/areas/buying/settlement/give-back";
import { type ManualRefundOutcome, recordManualRefund } from "~/areas/buying/settlement/record-manual-refund";
import { newCertificate } from "~/areas/buying/settlement/take-back";
import { paymentQuery, readPayment } from "~/areas/console/read-payment";
import { outboxId } from "~/core/outbox/kinds";
import { mapWork, noWork, readConsole, readThing, type Work, writeConsole } from "~/server/console-session";
import { readForm } from "~/server/login-form";
import { savedAt } from "~/server/saved-at";
import { nudgeLater } from "~/server/nudge-later";
import { readId } from "~/server/read-id";
import { PaymentScreen } from "./screen";

export const meta = () => described(sectionTitles.payments);

export async function loader(args: LoaderFunctionArgs) {
  const paymentId = readId(args.params.id);
  const { frame, viewer, result } = await readThing(args, "payments", ({ nowMs }) =>
    readPayment(args.context.db, paymentId, nowMs),
  );
  return json({ frame, ...result, isOwn: result.payment.buyerId === viewer.id });
}

const reference = z.string().trim().min(1).max(60);
const schema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("reread") }),
  z.object({ intent: z.literal("refund"), reason: z.string().trim().min(1).max(200) }),
  z.object({ intent: z.literal("manual"), reference }),
]);
const FIELDS = ["reference", "reason"] as const;
type Outcome =
  | { ok: true; nudge: string }
  | GiveBackOutcome
  | ManualRefundOutcome
  | { ok: false; code: "not-allowed" | "no-such-intent" | (typeof FIELDS)[number] };

export async function action(args: ActionFunctionArgs) {
  const { context, params } = args;
  const { db } = context;
  const paymentId = readId(params.id);
  const fields = Object.fromEntries(await readForm(args.request));
  const { data: asked, error } = schema.safeParse(fields);
  const { intent = "", ...typed } = asTyped(fields, ["intent", "reference", "reason"]);
  // Both ways of sending money back are calculated from the payment as it was just read.
  const byHand = asked?.intent === "refund" || asked?.intent === "manual";
  const payment = byHand ? (await readConsole(args, "payments", () => paymentQuery(db, paymentId))).result : undefined;
  const wrong = FIELDS.find((field) => field === error?.issues[0]?.path[0]) ?? "no-such-intent";
  const fresh = newCertificate(context);
  const { result } = await writeConsole(args, "payments", (operator): Work<Outcome> => {
    if (!asked) return noWork({ ok: false, code: wrong });
    if (asked.intent === "reread")
      return mapWork(askReread(db, { operator, paymentId }), (found): Outcome =>
        found ? { ok: true, nudge: found } : { ok: false, code: "not-allowed" },
      );
    if (!payment) return noWork({ ok: false, code: "not-allowed" });
    if (asked.intent === "manual")
      return recordManualRefund(db, { operator, payment, reference: asked.reference, ...fresh });
    return giveBack(db, { operator, payment, reason: asked.reason, ...fresh });
  });
  if (!result.ok) return json({ error: result.code, intent, typed }, { status: asked ? 409 : 400 });
  if ("nudge" in result) nudgeLater(context, result.nudge);
  if (asked?.intent === "refund") nudgeLater(context, outboxId("refund-payment", paymentId));
  return savedAt(args, `${sectionHref("payments")}/${paymentId}`);
}

export default function Payment() {
  const refused = useActionData<typeof action>();
  return <PaymentScreen {...useLoaderData<typeof loader>()} refused={refused ?? null} />;
}
