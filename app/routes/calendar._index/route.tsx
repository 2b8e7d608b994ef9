import {
  type ActionFunctionArgs,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import * as z from "zod";
import { calendarTexts as texts } from "~/content/calendar-texts";
import { described } from "~/content/page-titles";
import { makeFeed, readFeedState, revokeFeed } from "~/areas/holdings/calendar/make-feed";
import { readForm } from "~/server/login-form";
import type { PageHandle } from "~/server/page-handle";
import { requireSession } from "~/server/session/page-session";
import { withinLimit } from "~/server/session/within-limit";
import { busyFormsScript } from "~/ui/busy-forms";
import { copyScript } from "~/ui/copy-script";
import { CalendarScreen } from "./screen";

export const handle: PageHandle = { inlineScript: busyFormsScript + copyScript };

export const meta: MetaFunction = () => described(texts.title);

export async function loader(args: LoaderFunctionArgs) {
  return json(await readFeedState(args.context, await requireSession(args)));
}

const schema = z.object({
  intent: z.enum(["make", "revoke"]),
  asked_at: z.coerce.number().int().catch(0),
});

/** The address stands in the answer itself and nowhere else: a page that is loaded again does not show it. */
export async function action(args: ActionFunctionArgs) {
  const { context } = args;
  const form = schema.safeParse(Object.fromEntries(await readForm(args.request)));
  const session = withinLimit(context, await requireSession(args), "calendar");
  if (form.data?.intent === "revoke") await revokeFeed(context, session);
  if (form.data?.intent !== "make") return redirect("/calendar", 303);
  const made = await makeFeed(context, session, form.data.asked_at);
  if (!made.ok) return redirect("/calendar", 303);
  return json({ address: `${context.origin}/calendar/${made.secret}.ics` });
}

export default function Calendar() {
  const made = useActionData<typeof action>();
  return <CalendarScreen {...useLoaderData<typeof loader>()} address={made?.address ?? null} />;
}
