import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { sectionHref } from "~/content/console-sections";
import { sectionTitles } from "~/content/console-texts";
import { holderMessageTexts as texts } from "~/content/holder-message-texts";
import { described } from "~/content/page-titles";
import { readHoldersPage, readWords, writeToHolders } from "~/areas/notices/write-to-holders";
import { frameProps } from "~/server/console-frame";
import { readThing, writeConsole } from "~/server/console-session";
import { readForm } from "~/server/login-form";
import { savedAt } from "~/server/saved-at";
import type { PageHandle } from "~/server/page-handle";
import { readId } from "~/server/read-id";
import { WriteScreen } from "./screen";

export const handle: PageHandle = { console: true };

export const meta: MetaFunction = () => described(sectionTitles.casks);

export async function loader(args: LoaderFunctionArgs) {
  const { db, newId } = args.context;
  const caskId = readId(args.params.id);
  const { frame, result } = await readThing(args, "casks", () => readHoldersPage(db, caskId));
  return json({ frame: frameProps(frame), caskId, ...result, messageId: newId("msg") });
}

/** `intent=preview` shows the message as it will be read and writes nothing; `intent=send` sends exactly that, once. */
export async function action(args: ActionFunctionArgs) {
  const { db, newId } = args.context;
  const caskId = readId(args.params.id);
  const form = await readForm(args.request);
  const field = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? value.slice(0, 5_000) : "";
  };
  const messageId = readId(form.get("message")) || newId("msg");
  const typed = { subject: field("subject"), body: field("body") };
  const read = readWords(typed);
  const words = read.ok ? read.words : null;
  const isSent = form.get("intent") === "send";
  const { result } = await writeConsole(args, "casks", (operator) =>
    writeToHolders(db, { messageId, caskId, words: isSent ? words : null, people: Number(field("people")), operator }),
  );
  if (result.ok) return savedAt(args, `${sectionHref("casks")}/${caskId}/write`);
  if (words === null)
    return json({ typed, messageId, errors: read.ok ? {} : read.errors, preview: null, message: null }, 400);
  const message = isSent ? texts.errors[result.code] : null;
  return json({ typed, messageId, errors: {}, preview: words, message }, isSent ? 409 : 200);
}

export default function WriteToHolders() {
  return <WriteScreen {...useLoaderData<typeof loader>()} answer={useActionData<typeof action>() ?? null} />;
}
