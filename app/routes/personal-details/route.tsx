import {
  type ActionFunctionArgs,
  type HeadersFunction,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { messages } from "~/content/messages";
import { pageTitles, titled } from "~/content/page-titles";
import { profileTexts } from "~/content/profile-texts";
import { maskAddress } from "~/features/login/mask-address";
import { requireFreshProof } from "~/features/login/require-fresh-proof";
import { startLogin } from "~/features/login/start-login";
import {
  emailChange,
  personalQuery,
  type PersonalValues,
  readPersonal,
  savePersonalStatements,
} from "~/features/profile/personal-details";
import { emailChangeDeps, keepEmailChange } from "~/server/email-change";
import { explainCode } from "~/server/explain-code";
import { readAsViewer, writeAsViewer } from "~/server/guards";
import { readForm, retryAfterOfAction } from "~/server/login-form";
import type { PageHandle } from "~/server/page-handle";
import { setToast } from "~/server/toast";
import type { Viewer } from "~/server/viewer";
import { PersonalDetailsScreen, type PersonalDetailsProps } from "./screen";

export const handle: PageHandle = { hydrate: true };

export const meta: MetaFunction = () => [titled(pageTitles.personalDetails)];

export const headers: HeadersFunction = retryAfterOfAction;

export async function loader(args: LoaderFunctionArgs) {
  const { db } = args.context;
  const { rows } = await readAsViewer(args, ({ userId }) => [personalQuery(db, userId)]);
  const [[personal]] = rows;
  return json({
    hasEmail: Boolean(personal?.email),
    values: { full_name: personal?.fullName ?? "", email: personal?.email ?? "", address: personal?.address ?? "" },
  });
}

type Refused = Pick<PersonalDetailsProps, "errors" | "alert"> & { values: PersonalValues };

const refuse = (refused: Refused, status: number, headers: Record<string, string> = {}) =>
  json<Refused>(refused, { status, headers });

export async function action(args: ActionFunctionArgs) {
  const { context } = args;
  const fields = Object.fromEntries(await readForm(args.request));
  const read = readPersonal(fields);
  if (!read.ok)
    return refuse(
      { values: read.typed, errors: read.errors, alert: messages.userUpdateFailed(profileTexts.checkFields) },
      400,
    );
  const { values } = read;
  try {
    const auditId = context.newId("aud");
    const { viewer, nowMs } = await writeAsViewer(args, ({ userId, nowMs }, live) =>
      savePersonalStatements(context.db, { userId, values, auditId, nowMs, live }),
    );
    const email = emailChange(typeof fields.email === "string" ? values.email : undefined, viewer.email);
    if (email.kind === "change") return await beginEmailChange(args, viewer, values, nowMs);
    if (email.kind === "refused")
      return refuse({ values, errors: { email: email.message }, alert: messages.userUpdateFailed(email.message) }, 400);
    return redirect("/settings", {
      status: 303,
      headers: { "Set-Cookie": await setToast(context.config, "user-updated") },
    });
  } catch (error) {
    if (error instanceof Response) throw error;
    context.log("profile-error", { requestId: context.requestId, error: error instanceof Error ? error.name : "?" });
    return refuse({ values, errors: {}, alert: messages.somethingWrong }, 500);
  }
}

/** Name and address are saved by now; the email address waits for the code sent to it. */
async function beginEmailChange(
  { context }: ActionFunctionArgs,
  viewer: Viewer,
  values: PersonalValues,
  nowMs: number,
) {
  // Whoever holds a stolen session must not be able to move the account to an address of their own.
  if (!requireFreshProof(viewer, nowMs).ok) return redirect("/confirm-code?next=personal-details", 303);
  const address = { channel: "email" as const, value: values.email };
  const { ip } = context;
  const started = await startLogin(emailChangeDeps(context), {
    address,
    mode: "login",
    ref: null,
    goal: "/wallet",
    ip,
  });
  if (!started.ok) {
    const { text, status, headers } = explainCode(started.failure, "send", nowMs);
    return refuse({ values, errors: { email: text }, alert: messages.userUpdateFailed(text) }, status, headers);
  }
  const change = { flowId: started.flowId, userId: viewer.id, to: maskAddress(address) };
  return redirect("/confirm-email", {
    status: 303,
    headers: { "Set-Cookie": await keepEmailChange(context, change) },
  });
}

export default function PersonalDetails() {
  const page = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return <PersonalDetailsScreen {...page} {...(refused ?? { errors: {}, alert: null })} />;
}
