import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import * as z from "zod";
import { sectionHref } from "~/content/console-sections";
import { sectionTitles } from "~/content/console-texts";
import { described } from "~/content/page-titles";
import { asTyped } from "~/areas/casks/typed-values";
import { readCertificate } from "~/areas/console/read-certificate";
import { besideOf } from "~/areas/console/lists/beside";
import { certificates } from "~/areas/console/lists/certificates";
import { type ReissueOutcome, reissueCertificate } from "~/areas/holdings/certificates/reissue-certificate";
import { voidCertificate, type VoidOutcome } from "~/areas/holdings/certificates/void-certificate";
import { outboxId } from "~/core/outbox/kinds";
import { readInList } from "~/server/console-list";
import { frameProps } from "~/server/console-frame";
import { noWork, type Work, writeConsole } from "~/server/console-session";
import { readForm } from "~/server/login-form";
import { savedAt } from "~/server/saved-at";
import { nudgeLater } from "~/server/nudge-later";
import type { PageHandle } from "~/server/page-handle";
import { readId } from "~/server/read-id";
import { CertificateScreen } from "./screen";

export const handle: PageHandle = { console: true };

export const meta: MetaFunction = () => described(sectionTitles.certificates);

export async function loader(args: LoaderFunctionArgs) {
  const certificateId = readId(args.params.id);
  const { frame, viewer, result, beside } = await readInList(args, certificates, ({ nowMs }) =>
    readCertificate(args.context.db, certificateId, nowMs),
  );
  return json({
    frame: frameProps(frame),
    beside,
    nowMs: frame.nowMs,
    isOwn: result.certificate.holderId === viewer.id,
    ...result,
  });
}

const schema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("reissue") }),
  z.object({ intent: z.literal("void"), reason: z.string().trim().min(1).max(200) }),
]);
type Outcome = ReissueOutcome | VoidOutcome | { ok: false; code: "reason" | "no-such-intent" };

/** Submitting the form twice has no further effect; replacing leads to the new certificate. */
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

export default function Certificate() {
  const { beside, ...page } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const frame = { ...page.frame, beside: besideOf(certificates, page.certificate.id, beside) };
  return <CertificateScreen {...page} frame={frame} refused={refused ?? null} />;
}
