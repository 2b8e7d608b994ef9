import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { sectionHref } from "~/content/console-sections";
import { sectionTitles } from "~/content/console-texts";
import { described } from "~/content/page-titles";
import { asTyped } from "~/areas/casks/typed-values";
import { changeCertificate, readCertificateAction } from "~/areas/console/change-certificate";
import { readCertificate } from "~/areas/console/read-certificate";
import { besideOf } from "~/areas/console/lists/beside";
import { certificates } from "~/areas/console/lists/certificates";
import { readInList } from "~/server/console-list";
import { frameProps } from "~/server/console-frame";
import { writeConsole } from "~/server/console-session";
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

/** Submitting the form twice has no further effect; replacing leads to the new certificate. */
export async function action(args: ActionFunctionArgs) {
  const { context, params } = args;
  const certificateId = readId(params.id);
  const fields = Object.fromEntries(await readForm(args.request));
  const asked = readCertificateAction(fields);
  const wanted = "wrong" in asked ? null : asked;
  const fresh = { newId: context.newId("crt"), newCode: context.newCode() };
  const { result } = await writeConsole(args, "certificates", (access) =>
    changeCertificate(context.db, access, { certificateId, ...fresh, asked: wanted }),
  );
  if (result.ok) {
    if (result.nudge) nudgeLater(context, result.nudge);
    return savedAt(args, `${sectionHref("certificates")}/${result.certificateId}`);
  }
  return json(
    { error: "wrong" in asked ? asked.wrong : result.code, typed: asTyped(fields, ["reason"]) },
    { status: wanted === null ? 400 : 409 },
  );
}

export default function Certificate() {
  const { beside, ...page } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const frame = { ...page.frame, beside: besideOf(certificates, page.certificate.id, beside) };
  return <CertificateScreen {...page} frame={frame} refused={refused ?? null} />;
}
