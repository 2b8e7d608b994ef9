import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { sectionHref } from "~/content/console-sections";
import { replyTexts as texts } from "~/content/console-support-texts";
import { described } from "~/content/page-titles";
import { deleteReply, listReplies, readReplyTyped, saveReply } from "~/areas/support/saved-replies";
import { frameProps } from "~/server/console-frame";
import { readConsole, writeConsole } from "~/server/console-session";
import { readForm } from "~/server/login-form";
import { savedAt } from "~/server/saved-at";
import type { PageHandle } from "~/server/page-handle";
import { readId } from "~/server/read-id";
import { RepliesScreen } from "./screen";

export const handle: PageHandle = { console: true };

export const meta: MetaFunction = () => described(texts.title);

/** `?reply=ID` puts that one into the form; without it, the form is for a new one. */
export async function loader(args: LoaderFunctionArgs) {
  const { db, newId } = args.context;
  const chosen = readId(new URL(args.request.url).searchParams.get("reply"));
  const { frame, result } = await readConsole(args, "support", () => listReplies(db));
  const known = result.some(({ id }) => id === chosen);
  return json({ frame: frameProps(frame), replies: result, formOf: known ? chosen : newId("rep") });
}

/** The form names its reply, so that sent twice it makes one. */
export async function action(args: ActionFunctionArgs) {
  const { db, newId } = args.context;
  const form = await readForm(args.request);
  const replyId = readId(form.get("reply")) || newId("rep");
  const typed = readReplyTyped(form);
  const { result } = await writeConsole(args, "support", (operator) =>
    form.get("intent") === "delete" ? deleteReply(db, replyId, operator) : saveReply(db, { replyId, typed, operator }),
  );
  if (result.ok) return savedAt(args, `${sectionHref("support")}/replies`);
  const { errors, code } = result;
  const message = code === null ? null : texts.errors[code];
  return json({ replyId, typed, errors, message }, { status: code === null ? 400 : 409 });
}

export default function Replies() {
  const page = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return <RepliesScreen {...page} refused={refused ?? null} />;
}
