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
import { actOnUser, permissionToAct, readAct } from "~/areas/console/act-on-user";
import { reviewUser } from "~/areas/console/review-user";
import { readStandingCertificates } from "~/areas/holdings/certificates/correct-name";
import { shownContact } from "~/areas/console/shown-contact";
import { readAfter } from "~/core/lists/keyset-page";
import { showProposal } from "~/core/proposals/show-proposal";
import type { OperatorSession } from "~/core/session/guarded";
import { frameProps } from "~/server/console-frame";
import { openConsole, readConsole } from "~/server/console-session";
import { readForm } from "~/server/login-form";
import { notFound } from "~/server/not-found";
import type { PageHandle } from "~/server/page-handle";
import { readId } from "~/server/read-id";
import { UserScreen } from "./screen";

export const handle: PageHandle = { console: true };

export const meta: MetaFunction = () => described(sectionTitles.users);

export async function loader(args: LoaderFunctionArgs) {
  const { context, params, request } = args;
  const userId = readId(params.id);
  const { searchParams } = new URL(request.url);
  const show = searchParams.get("beneficiary") === "show";
  const position = searchParams.get("after");
  const auditId = context.newId("aud");
  const { frame, viewer, result } = await readConsole(args, "users", (access) =>
    reviewUser(context.db, { userId, auditId, access, show, after: readAfter(position) }),
  );
  const { user, notes, history, ...lists } = result.review;
  if (!user) throw notFound();
  const { mayChange } = frame;
  const [proposal] = result.proposals;
  return json({
    ...lists,
    // Readers see people by the number of their accounts only, and no text about one.
    notes: mayChange ? notes : notes.map((note) => ({ ...note, operator: null, body: "" })),
    history: mayChange ? history : { ...history, rows: history.rows.map((row) => ({ ...row, who: null })) },
    isFirst: position === null,
    viewerId: viewer.id,
    permissions: frame.permissions,
    proposal: proposal ? showProposal(proposal, mayChange) : null,
    name: mayChange ? result.name : null,
    operators: result.staff?.operators ?? 0,
    beneficiary: result.beneficiary,
    frame: frameProps(frame),
    nowMs: frame.nowMs,
    user: { ...user, ...shownContact(user, mayChange), address: mayChange ? user.address : null },
    hidesAddress: !mayChange && user.address !== null,
    isOwn: user.id === viewer.id,
    checkId: context.newId("idc"),
  });
}

/** Submitting it twice has no further effect: the second gets the first one's outcome. */
export async function action(args: ActionFunctionArgs) {
  const { context, params } = args;
  const userId = readId(params.id);
  const fields = Object.fromEntries(await readForm(args.request));
  const read = readAct(fields);
  const isWrong = read === null || "wrong" in read;
  const ids = {
    audit: context.newId("aud"),
    suspension: context.newId("sus"),
    check: context.newId("idc"),
    proposal: context.newId("chg"),
    note: context.newId("not"),
    correction: context.newId("nam"),
  };
  const asked = isWrong ? null : read;
  const needs = asked?.intent === "note" ? "change" : "move-money";
  const session = await openConsole(args, "users", needs, asked ? permissionToAct(asked) : "people");
  const replaced = asked?.intent === "confirm" && asked.change === "name" ? await standing(session, args, userId) : [];
  const replacements = replaced.map((old) => ({ old, id: context.newId("crt"), code: context.newCode() }));
  const { result } = await session.write((access) =>
    actOnUser(context.db, access, { userId, ids, asked, replacements }),
  );
  if (result.ok) return redirect(`${sectionHref("users")}/${userId}`, 303);
  if (result.code === "no-such-user") throw notFound();
  const error = read !== null && "wrong" in read ? read.wrong : result.code;
  return json(
    { error, typed: asTyped(fields, ["reason", "note", "full_name", "name_on_certificate", "name_reason", "intent"]) },
    { status: isWrong ? 400 : 409 },
  );
}

const standing = async (session: OperatorSession, { context }: ActionFunctionArgs, userId: string) =>
  (await session.read(() => readStandingCertificates(context.db, userId))).result;

export default function User() {
  const page = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return <UserScreen {...page} refused={refused ?? null} />;
}
