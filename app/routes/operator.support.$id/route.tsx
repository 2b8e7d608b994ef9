import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import * as z from "zod";
import { sectionHref } from "~/content/console-sections";
import { sectionTitles } from "~/content/console-texts";
import { described } from "~/content/page-meta";
import { answerRequest, closeRequest, type SupportDecided } from "~/areas/support/answer-request";
import { readSupport } from "~/areas/console/read-support";
import { shownContact } from "~/areas/console/shown-contact";
import { noWork, readConsole, type Work, writeConsole } from "~/server/console-session";
import { readForm } from "~/server/login-form";
import { savedAt } from "~/server/saved-at";
import { notFound } from "~/server/not-found";
import { readId } from "~/server/read-id";
import { RequestScreen } from "./screen";

export const meta: MetaFunction = () => described(sectionTitles.support);

export async function loader(args: LoaderFunctionArgs) {
  const { context, params } = args;
  const requestId = readId(params.id);
  const { frame, nowMs, viewer, result } = await readConsole(args, "support", () => readSupport(context.db, requestId));
  const { request, thread } = result;
  if (!request) throw notFound();
  return json({
    frame,
    nowMs,
    request: { ...request, ...shownContact(request, frame.mayChange) },
    thread,
    isOwn: request.userId === viewer.id,
  });
}

const schema = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("answer"),
    body: z
      .string()
      .transform((typed) => typed.replaceAll("\r\n", "\n").trim())
      .pipe(z.string().min(1).max(4_000)),
  }),
  z.object({ intent: z.literal("close") }),
]);
type Outcome = SupportDecided | { ok: false; code: "body" };

/** The same answer sent twice is one. */
export async function action(args: ActionFunctionArgs) {
  const { context, params } = args;
  const { db } = context;
  const requestId = readId(params.id);
  const fields = Object.fromEntries(await readForm(args.request));
  const { data: asked, error } = schema.safeParse(fields);
  const answerId = context.newId("ans");
  const { result } = await writeConsole(args, "support", (operator): Work<Outcome> => {
    switch (asked?.intent) {
      case "answer":
        return answerRequest(db, { requestId, operator, answerId, body: asked.body });
      case "close":
        return closeRequest(db, { requestId, operator });
      default:
        return noWork({ ok: false, code: error?.issues[0]?.path[0] === "body" ? "body" : "not-allowed" });
    }
  });
  if (result.ok) return savedAt(args, `${sectionHref("support")}/${requestId}`);
  if (result.code === "no-such-request") throw notFound();
  const body = typeof fields.body === "string" ? fields.body.slice(0, 5_000) : "";
  return json({ error: result.code, body }, { status: asked ? 409 : 400 });
}

export default function Request() {
  const refused = useActionData<typeof action>();
  return <RequestScreen {...useLoaderData<typeof loader>()} refused={refused ?? null} />;
}
