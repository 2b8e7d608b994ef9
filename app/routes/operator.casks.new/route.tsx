import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { caskPageTexts as texts } from "~/content/console-cask-texts";
import { sectionHref } from "~/content/console-sections";
import { described } from "~/content/page-meta";
import { CASK_FIELDS } from "~/areas/casks/cask-form";
import { saveCask } from "~/areas/casks/save-cask";
import { asTyped } from "~/areas/casks/typed-values";
import { openConsole, readConsoleFrame } from "~/server/console-session";
import { readForm } from "~/server/login-form";
import { refusedForm } from "~/server/refused-form";
import { savedAt } from "~/server/saved-at";
import { readId } from "~/server/read-id";
import { CaskForm } from "~/ui/console/cask-form";
import { ConsolePage } from "~/ui/console/console-page";
import { FormProblem } from "~/ui/console/form-parts";

export const meta = () => described(texts.newTitle);

export async function loader(args: LoaderFunctionArgs) {
  const { frame } = await readConsoleFrame(args, "casks");
  return json({ frame, caskId: args.context.newId("csk") });
}

/** The form carries the id of its cask, so that sending it twice makes one cask. */
export async function action(args: ActionFunctionArgs) {
  const fields = Object.fromEntries(await readForm(args.request));
  const session = await openConsole(args, "casks");
  const caskId = readId(fields.cask) || args.context.newId("csk");
  const saved = await saveCask(args.context, session, { caskId, version: 0, fields });
  if (saved.ok) return savedAt(args, `${sectionHref("casks")}/${caskId}`);
  const messages = { "changed-meanwhile": texts.changedMeanwhile };
  const { status, ...refused } = refusedForm(saved, messages, asTyped(fields, CASK_FIELDS));
  return json({ ...refused, caskId }, { status });
}

export default function NewCask() {
  const { frame, caskId } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return (
    <ConsolePage {...frame} title={texts.newTitle}>
      {refused && <FormProblem {...refused} />}
      <CaskForm
        values={refused?.typed ?? {}}
        errors={refused?.errors ?? {}}
        fixed={{}}
        hidden={{ cask: refused?.caskId ?? caskId }}
        mayChange={frame.mayChange}
        save="Save as a draft"
      />
    </ConsolePage>
  );
}
