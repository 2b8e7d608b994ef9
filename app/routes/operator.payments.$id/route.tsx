import {
  type ActionFunctionArgs,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
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
import { frameProps } from "~/server/console-frame";
import { readConsole, writeConsole } from "~/server/console-session";
import { readForm } from "~/server/login-form";
import { notFound } from "~/server/not-found";
import { nudgeLater } from "~/server/nudge-later";
import type { PageHandle } from "~/server/page-handle";
import { readId } from "~/server/read-id";
import { PaymentScreen } from "./screen";

export const handle: PageHandle = { console: true };

export const meta: MetaFunction = () => described(sectionTitles.payments);

export async function loader(args: LoaderFunctionArgs) {
  const paymentId = readId(args.params.id);
  const { frame, viewer, result } = await readConsole(args, "payments", ({ nowMs }) =>
    readPayment(args.context.db, paymentId, nowMs),
  );
  if (!result) throw notFound();
  const { payment, certificates, strays } = result;
  return json({
    frame: frameProps(frame),
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
    return redirect(`${sectionHref("payments")}/${paymentId}`, 303);
  }
  return json(
    { error: "wrong" in asked ? asked.wrong : result.code, toldFeeCents, intent, typed },
    { status: wanted === null ? 400 : 409 },
  );
}

export default function Payment() {
  const page = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return <PaymentScreen {...page} refused={refused ?? null} />;
}
