import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import * as z from "zod";
import { sectionHref } from "~/content/console-sections";
import { sectionTitles, troubleTexts as texts } from "~/content/console-texts";
import { described } from "~/content/page-titles";
import { listTrouble } from "~/areas/console/trouble";
import {
  dropDeadLetter,
  type DropOutcome,
  explainDifference,
  type ExplainOutcome,
  replayDeadLetter,
  type ReplayOutcome,
} from "~/areas/console/trouble";
import { endWork, type EndWorkOutcome } from "~/core/outbox/end-work";
import { frameProps } from "~/server/console-frame";
import { noWork, readConsole, type Work, writeConsole } from "~/server/console-session";
import { readForm } from "~/server/login-form";
import { savedAt } from "~/server/saved-at";
import type { PageHandle } from "~/server/page-handle";
import { ConsolePage } from "~/ui/console/console-page";
import { PageLinks } from "~/ui/console/page-links";
import { ErrorSummary } from "~/ui/error-summary";
import { TroubleScreen } from "./screen";

export const handle: PageHandle = { console: true };

export const meta: MetaFunction = () => described(sectionTitles.trouble);

export async function loader(args: LoaderFunctionArgs) {
  const { frame, result } = await readConsole(args, "trouble", () =>
    listTrouble(args.context.db, args.context.nowMs()),
  );
  return json({ frame: frameProps(frame), ...result });
}

const id = z.string().min(1).max(200);
const reason = z.string().trim().min(1).max(200);
const schema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("replay"), letter: id }),
  z.object({ intent: z.literal("drop"), letter: id, reason }),
  z.object({ intent: z.literal("end"), work: id, reason }),
  z.object({ intent: z.literal("explain"), difference: id, reason }),
]);
type Outcome =
  (ReplayOutcome | DropOutcome | EndWorkOutcome | ExplainOutcome) | { ok: false; code: "reason" | "no-such-work" };

export async function action(args: ActionFunctionArgs) {
  const { db } = args.context;
  const { data: asked, error } = schema.safeParse(Object.fromEntries(await readForm(args.request)));
  const { result } = await writeConsole(args, "trouble", (operator): Work<Outcome> => {
    switch (asked?.intent) {
      case "replay":
        return replayDeadLetter(db, { operator, deadLetterId: asked.letter });
      case "drop":
        return dropDeadLetter(db, { operator, deadLetterId: asked.letter, reason: asked.reason });
      case "end":
        return endWork(db, { operator, outboxId: asked.work, reason: asked.reason });
      case "explain":
        return explainDifference(db, { operator, differenceId: asked.difference, reason: asked.reason });
      default:
        return noWork({ ok: false, code: error?.issues[0]?.path[0] === "reason" ? "reason" : "no-such-work" });
    }
  });
  if (result.ok) return savedAt(args, sectionHref("trouble"));
  return json({ error: texts.errors[result.code] }, { status: asked ? 409 : 400 });
}

export default function Trouble() {
  const { frame, ...trouble } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return (
    <ConsolePage {...frame} title={sectionTitles.trouble}>
      <ErrorSummary message={refused?.error} />
      <TroubleScreen {...trouble} mayChange={frame.mayChange} />
      <PageLinks base={sectionHref("trouble")} next={null} isFirst csv />
    </ConsolePage>
  );
}
