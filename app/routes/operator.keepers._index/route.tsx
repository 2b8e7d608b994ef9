import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { sectionHref } from "~/content/console-sections";
import { keeperConsoleTexts as texts } from "~/content/keeper-texts";
import { described } from "~/content/page-titles";
import { changeKeeper } from "~/areas/console/change-keeper";
import { keepers } from "~/areas/console/lists/keepers";
import { ListPage } from "~/areas/console/lists/list-page";
import { readList } from "~/server/console-list";
import { openConsole } from "~/server/console-session";
import { readForm } from "~/server/login-form";
import { savedAt } from "~/server/saved-at";
import type { PageHandle } from "~/server/page-handle";
import { KeeperKeyForm } from "~/ui/console/keeper-key-form";
import { ErrorSummary } from "~/ui/error-summary";

export const handle: PageHandle = { console: true };

export const meta = () => described(keepers.title);

export const loader = (args: LoaderFunctionArgs) => readList(args, keepers);

/** Proposes the first key of a keeper. */
export async function action(args: ActionFunctionArgs) {
  const fields = Object.fromEntries(await readForm(args.request));
  const session = await openConsole(args, "keepers");
  const change = await changeKeeper(args.context, session, { keeperId: "", fields: { ...fields, intent: "propose" } });
  if (change.ok) return savedAt(args, `${sectionHref("keepers")}/${change.keeperId}`, change);
  const { status, ...refused } = change;
  return json(refused, { status });
}

export default function Keepers() {
  const data = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const errors: Record<string, string> = refused?.errors ?? {};
  return (
    <ListPage list={keepers} {...data}>
      {data.frame.mayChange && (
        <section aria-labelledby="register-title" className="flex flex-col gap-3">
          <h2 id="register-title" className="text-base font-semibold">
            {texts.register}
          </h2>
          <p className="max-w-160 text-peat-60">{texts.registerLead}</p>
          <ErrorSummary
            message={refused?.message ?? null}
            errors={Object.entries(errors).map(([name, message]) => ({ name, message }))}
          />
          <KeeperKeyForm typed={refused?.typed ?? {}} errors={errors} />
        </section>
      )}
    </ListPage>
  );
}
