import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { messageTexts as texts } from "~/content/console-message-texts";
import { sectionHref } from "~/content/console-sections";
import { sectionTitles } from "~/content/console-texts";
import { described } from "~/content/page-titles";
import { proposalErrors } from "~/content/proposal-texts";
import { readMessage } from "~/areas/console/read-message";
import { readDraft, readMessageTyped, saveDraft } from "~/areas/notices/messages/draft-message";
import { readSendAsked, sendMessage } from "~/areas/notices/messages/send-message";
import { showProposal } from "~/core/proposals/show-proposal";
import { frameProps } from "~/server/console-frame";
import { readThing, writeConsole } from "~/server/console-session";
import { readForm } from "~/server/login-form";
import { savedAt } from "~/server/saved-at";
import type { PageHandle } from "~/server/page-handle";
import type { RequestArgs } from "~/server/context";
import { readId } from "~/server/read-id";
import { MessageScreen } from "./screen";

export const handle: PageHandle = { console: true };

export const meta: MetaFunction = () => described(sectionTitles.messages);

export async function loader(args: LoaderFunctionArgs) {
  const { context, params } = args;
  const { db } = context;
  const messageId = readId(params.id);
  const { frame, viewer, result } = await readThing(args, "messages", ({ nowMs }) => readMessage(db, messageId, nowMs));
  return json({
    frame: frameProps(frame),
    viewerId: viewer.id,
    ...result,
    proposal: result.proposals.map((one) => showProposal(one, frame.mayChange))[0] ?? null,
  });
}

/** Whatever is sent twice is done once. */
export async function action(args: ActionFunctionArgs) {
  const messageId = readId(args.params.id);
  const form = await readForm(args.request);
  const page = `${sectionHref("messages")}/${messageId}`;
  if (form.get("intent") === "save") return (await save(args, messageId, form)) ?? savedAt(args, page);
  const { db, newId } = args.context;
  const asked = readSendAsked(Object.fromEntries(form));
  const proposalId = newId("chg");
  const { result } = await writeConsole(args, "messages", (operator) =>
    sendMessage(db, { messageId, asked, proposalId, operator }),
  );
  if (result.ok) return savedAt(args, page, result);
  const message = { ...proposalErrors, ...texts.errors }[result.code];
  return json({ typed: null, errors: {}, message }, { status: asked === null ? 400 : 409 });
}

async function save(args: RequestArgs, messageId: string, form: FormData) {
  const typed = readMessageTyped(form);
  const read = readDraft(typed);
  const { result } = await writeConsole(args, "messages", (operator) =>
    saveDraft(args.context.db, { messageId, draft: read.ok ? read.draft : null, operator }),
  );
  if (result?.ok) return null;
  const errors = read.ok ? {} : read.errors;
  const message = result === null ? null : texts.errors[result.code];
  return json({ typed, errors, message }, { status: read.ok ? 409 : 400 });
}

export default function Message() {
  const page = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return <MessageScreen {...page} refused={refused ?? null} />;
}
