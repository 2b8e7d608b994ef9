import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { sectionHref } from "~/content/console-sections";
import { sectionTitles } from "~/content/console-texts";
import { described } from "~/content/page-titles";
import { actOnSupport, readSupportAct } from "~/areas/console/answer-support";
import { readSupport } from "~/areas/console/read-support";
import { shownContact } from "~/areas/console/shown-contact";
import { besideOf } from "~/areas/console/lists/beside";
import { support } from "~/areas/console/lists/support";
import { readInList } from "~/server/console-list";
import { frameProps } from "~/server/console-frame";
import { writeConsole } from "~/server/console-session";
import { readForm } from "~/server/login-form";
import { savedAt } from "~/server/saved-at";
import { notFound } from "~/server/not-found";
import type { PageHandle } from "~/server/page-handle";
import { readId } from "~/server/read-id";
import { RequestScreen } from "./screen";

export const handle: PageHandle = { console: true };

export const meta: MetaFunction = () => described(sectionTitles.support);

export async function loader(args: LoaderFunctionArgs) {
  const { context, params } = args;
  const requestId = readId(params.id);
  const { frame, viewer, result, beside } = await readInList(args, support, () => readSupport(context.db, requestId));
  const { request, thread, replies } = result;
  if (!request) throw notFound();
  return json({
    frame: frameProps(frame),
    beside,
    nowMs: frame.nowMs,
    request: { ...request, ...shownContact(request, frame.mayChange) },
    thread,
    replies,
    isOwn: request.userId === viewer.id,
  });
}

/** The same answer sent twice is one. A saved reply is inserted here, so that what was typed stays. */
export async function action(args: ActionFunctionArgs) {
  const { context, params } = args;
  const requestId = readId(params.id);
  const fields = Object.fromEntries(await readForm(args.request));
  const read = readSupportAct(fields);
  const isWrong = read === null || "wrong" in read;
  const answerId = context.newId("ans");
  const { result } = await writeConsole(args, "support", (access) =>
    actOnSupport(context.db, access, { requestId, answerId, asked: isWrong ? null : read }),
  );
  if (result.ok && "inserted" in result) return json({ error: null, body: result.inserted });
  if (result.ok) return savedAt(args, `${sectionHref("support")}/${requestId}`);
  if (result.code === "no-such-request") throw notFound();
  const error = read !== null && "wrong" in read ? read.wrong : result.code;
  const body = typeof fields.body === "string" ? fields.body.slice(0, 5_000) : "";
  return json({ error, body }, { status: isWrong ? 400 : 409 });
}

export default function Request() {
  const { frame, beside, ...page } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return (
    <RequestScreen
      {...page}
      frame={{ ...frame, beside: besideOf(support, page.request.id, beside) }}
      refused={refused ?? null}
    />
  );
}
