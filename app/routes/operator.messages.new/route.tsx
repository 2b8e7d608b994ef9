import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { messageTexts as texts } from "~/content/console-message-texts";
import { sectionHref } from "~/content/console-sections";
import { described } from "~/content/page-titles";
import { readCaskChoices } from "~/areas/console/read-message";
import { readDraft, readMessageTyped, saveDraft } from "~/areas/notices/messages/draft-message";
import { frameProps } from "~/server/console-frame";
import { readConsole, writeConsole } from "~/server/console-session";
import { readForm } from "~/server/login-form";
import { savedAt } from "~/server/saved-at";
import type { PageHandle } from "~/server/page-handle";
import { readId } from "~/server/read-id";
import { ConsolePage } from "~/ui/console/console-page";
import { MessageForm, messageErrors } from "~/ui/console/message-form";
import { ErrorSummary } from "~/ui/error-summary";

export const handle: PageHandle = { console: true };

export const meta: MetaFunction = () => described(texts.newTitle);

/** `?cask=ID&audience=holders` comes from the page of a cask. */
export async function loader(args: LoaderFunctionArgs) {
  const { db, newId } = args.context;
  const { searchParams } = new URL(args.request.url);
  const caskId = readId(searchParams.get("cask"));
  const audience = readId(searchParams.get("audience"));
  const { frame, result } = await readConsole(args, "messages", () => readCaskChoices(db, caskId));
  return json({ frame: frameProps(frame), chosen: { cask: caskId, audience }, casks: result, messageId: newId("msg") });
}

/** The form names its message, so that sent twice it makes one. */
export async function action(args: ActionFunctionArgs) {
  const { db, newId } = args.context;
  const form = await readForm(args.request);
  const messageId = readId(form.get("message")) || newId("msg");
  const typed = readMessageTyped(form);
  const read = readDraft(typed);
  const { result } = await writeConsole(args, "messages", (operator) =>
    saveDraft(db, { messageId, draft: read.ok ? read.draft : null, operator }),
  );
  if (result?.ok) return savedAt(args, `${sectionHref("messages")}/${messageId}`);
  const errors = read.ok ? {} : read.errors;
  const message = result === null ? null : texts.errors[result.code];
  return json({ typed, errors, message, messageId }, { status: read.ok ? 409 : 400 });
}

export default function NewMessage() {
  const { frame, chosen, casks, messageId } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return (
    <ConsolePage {...frame} title={texts.newTitle}>
      {refused && <ErrorSummary message={refused.message} errors={messageErrors(refused.errors)} />}
      {frame.mayChange ? (
        <MessageForm
          typed={refused?.typed ?? chosen}
          errors={refused?.errors ?? {}}
          casks={casks}
          hidden={{ message: refused?.messageId ?? messageId }}
          save={texts.save}
        />
      ) : (
        <p>{texts.readOnly}</p>
      )}
    </ConsolePage>
  );
}
