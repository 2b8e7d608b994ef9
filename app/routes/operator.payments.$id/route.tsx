import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { sectionHref } from "~/content/console-sections";
import { sectionTitles } from "~/content/console-texts";
import { described } from "~/content/page-titles";
import { asTyped } from "~/areas/casks/typed-values";
import {
  changePayment,
  feeToTell,
  needsPayment,
  paymentQuery,
  readPaymentAction,
} from "~/areas/console/change-payment";
import { paymentTimeline } from "~/areas/console/payment-timeline";
import { readPayment } from "~/areas/console/read-payment";
import { besideOf } from "~/areas/console/lists/beside";
import { NEEDS_A_PERSON, payments, waitingPayments } from "~/areas/console/lists/payments";
import { readInList } from "~/server/console-list";
import { frameProps } from "~/server/console-frame";
import { readConsole, writeConsole } from "~/server/console-session";
import { readForm } from "~/server/login-form";
import { savedAt } from "~/server/saved-at";
import { nudgeLater } from "~/server/nudge-later";
import type { PageHandle } from "~/server/page-handle";
import { readId } from "~/server/read-id";
import { PaymentScreen } from "./screen";

export const handle: PageHandle = { console: true };

export const meta: MetaFunction = () => described(sectionTitles.payments);

export async function loader(args: LoaderFunctionArgs) {
  const paymentId = readId(args.params.id);
  const read = ({ nowMs }: { nowMs: number }) => readPayment(args.context.db, paymentId, nowMs);
  const needs = new URL(args.request.url).searchParams.get("state") === NEEDS_A_PERSON;
  const { frame, viewer, result, waiting, listed } = needs
    ? await readInList(args, waitingPayments, read).then(({ beside, ...page }) => ({
        ...page,
        waiting: beside,
        listed: null,
      }))
    : await readInList(args, payments, read).then(({ beside, ...page }) => ({
        ...page,
        waiting: null,
        listed: beside,
      }));
  const { payment, certificates, strays } = result;
  return json({
    frame: frameProps(frame),
    waiting,
    listed,
    payment,
    certificates,
    strays: strays.filter(({ state }) => state === "refunding"),
    timeline: paymentTimeline(result),
    isOwn: payment.buyerId === viewer.id,
  });
}

/** Submitting the form twice has no further effect: the second gets the first one's outcome. */
export async function action(args: ActionFunctionArgs) {
  const { context, params } = args;
  const paymentId = readId(params.id);
  const fields = Object.fromEntries(await readForm(args.request));
  const asked = readPaymentAction(fields);
  const wanted = "wrong" in asked ? null : asked;
  const payment =
    wanted && needsPayment(wanted)
      ? (await readConsole(args, "payments", () => paymentQuery(context.db, paymentId))).result
      : undefined;
  const { intent = "", ...typed } = asTyped(fields, ["intent", "reference", "reason", "fee", "session"]);
  const toldFeeCents = feeToTell(wanted);
  if (toldFeeCents !== null) return json({ error: null, toldFeeCents, intent, typed });
  const { result } = await writeConsole(args, "payments", (access) =>
    changePayment(context.db, access, { paymentId, payment, asked: wanted }),
  );
  if (result.ok) {
    if (result.nudge) nudgeLater(context, result.nudge);
    return savedAt(args, `${sectionHref("payments")}/${paymentId}`);
  }
  return json(
    { error: "wrong" in asked ? asked.wrong : result.code, toldFeeCents, intent, typed },
    { status: wanted === null ? 400 : 409 },
  );
}

export default function Payment() {
  const { waiting, listed, ...page } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const { id } = page.payment;
  const beside = waiting ? besideOf(waitingPayments, id, waiting) : besideOf(payments, id, listed);
  return <PaymentScreen {...page} frame={{ ...page.frame, beside }} refused={refused ?? null} />;
}
