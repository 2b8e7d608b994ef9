import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { sectionHref } from "~/content/console-sections";
import { sectionTitles } from "~/content/console-texts";
import { described } from "~/content/page-titles";
import { asTyped } from "~/areas/casks/typed-values";
import { actOnUser, readAct } from "~/areas/console/act-on-user";
import { readUser } from "~/areas/console/read-user";
import { readStandingCertificates } from "~/areas/holdings/certificates/correct-name";
import { shownContact } from "~/areas/console/shown-contact";
import { newStopToken } from "~/core/stop-token";
import { readAfter } from "~/core/lists/keyset-page";
import type { OperatorSession } from "~/core/session/guarded";
import { frameProps } from "~/server/console-frame";
import { openConsole, readConsole } from "~/server/console-session";
import { readForm } from "~/server/login-form";
import { savedAt } from "~/server/saved-at";
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
  const position = searchParams.get("after");
  const file = searchParams.get("file");
  const { frame, viewer, result } = await readConsole(args, "users", ({ nowMs }) =>
    readUser(context.db, { userId, nowMs, after: readAfter(position) }),
  );
  const { user, notes, history, requests, ...lists } = result;
  if (!user) throw notFound();
  const { mayChange } = frame;
  return json({
    ...lists,
    // Readers see people by the number of their accounts only, and no text about one.
    notes: mayChange ? notes : notes.map((note) => ({ ...note, operator: null, body: "" })),
    requests,
    noFile: NO_FILE.find((why) => why === file) ?? null,
    history: mayChange ? history : { ...history, rows: history.rows.map((row) => ({ ...row, who: null })) },
    isFirst: position === null,
    frame: frameProps(frame),
    nowMs: frame.nowMs,
    user: { ...user, ...shownContact(user, mayChange), address: mayChange ? user.address : null },
    hidesAddress: !mayChange && user.address !== null,
    isOwn: user.id === viewer.id,
    checkId: context.newId("idc"),
  });
}

/** Why the file of somebody's data was not made. */
const NO_FILE = ["no-request", "orders-open", "busy"] as const;

/** Submitting it twice has no further effect: the second gets the first one's outcome. */
export async function action(args: ActionFunctionArgs) {
  const { context, params } = args;
  const userId = readId(params.id);
  const fields = Object.fromEntries(await readForm(args.request));
  const read = readAct(fields, context.nowMs());
  const isWrong = read === null || "wrong" in read;
  const ids = {
    audit: context.newId("aud"),
    suspension: context.newId("sus"),
    check: context.newId("idc"),
    note: context.newId("not"),
    correction: context.newId("nam"),
    request: context.newId("sup"),
    requestNumber: context.newCode().slice(0, 8),
    closing: context.newId("cls"),
    stopToken: newStopToken(context),
  };
  const asked = isWrong ? null : read;
  const session = await openConsole(args, "users");
  const replaced = asked?.intent === "name" ? await standing(session, args, userId) : [];
  const replacements = replaced.map((old) => ({ old, id: context.newId("crt"), code: context.newCode() }));
  const { result } = await session.write((access) =>
    actOnUser(context.db, access, { userId, ids, asked, replacements }),
  );
  const page = `${sectionHref("users")}/${userId}`;
  if (result.ok) return savedAt(args, page, result);
  if (result.code === "no-such-user") throw notFound();
  const error = read !== null && "wrong" in read ? read.wrong : result.code;
  return json({ error, typed: asTyped(fields, TYPED) }, { status: isWrong ? 400 : 409 });
}

const TYPED = [
  ...["reason", "note", "full_name", "name_on_certificate", "name_reason", "intent"],
  ...["request_kind", "received_on"],
] as const;

const standing = async (session: OperatorSession, { context }: ActionFunctionArgs, userId: string) =>
  (await session.read(() => readStandingCertificates(context.db, userId))).result;

export default function User() {
  const page = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return <UserScreen {...page} refused={refused ?? null} />;
}
