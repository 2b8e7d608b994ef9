import {
  type ActionFunctionArgs,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { sectionHref } from "~/content/console-sections";
import { sectionTitles, settingTexts as texts } from "~/content/console-texts";
import { described } from "~/content/page-titles";
import { plainDollars } from "~/domain/money";
import { listSettings } from "~/features/console/list-settings";
import { isMoney, readSetting, saveSetting } from "~/features/console/save-setting";
import { frameProps } from "~/server/console-frame";
import { readConsole, writeConsole } from "~/server/console-session";
import { readForm } from "~/server/login-form";
import type { PageHandle } from "~/server/page-handle";
import { consoleKeysScript } from "~/ui/console/console-keys";
import { ConsolePage } from "~/ui/console/console-page";
import { SettingForm } from "./setting-form";

export const handle: PageHandle = { console: true, inlineScript: consoleKeysScript };

export const meta: MetaFunction = () => described(sectionTitles.settings);

export async function loader(args: LoaderFunctionArgs) {
  const { frame, result } = await readConsole(args, "settings", () => listSettings(args.context.db));
  const rows = result.map(({ key, value }) => ({
    name: key,
    label: texts.labels[key],
    unit: isMoney(key) ? texts.dollars : texts.times,
    value: isMoney(key) ? plainDollars(value) : String(value),
  }));
  return json({ frame: frameProps(frame), rows });
}

export async function action(args: ActionFunctionArgs) {
  const { context } = args;
  const fields = Object.fromEntries(await readForm(args.request));
  const asked = readSetting(fields);
  const wanted = asked !== null && asked.value !== null ? asked : null;
  const auditId = context.newId("aud");
  const { result } = await writeConsole(args, "settings", (access) => saveSetting(context.db, access, auditId, wanted));
  if (result) return redirect(sectionHref("settings"), 303);
  const typed = typeof fields.value === "string" ? fields.value.slice(0, 20) : "";
  const error = wanted ? texts.notSaved : texts.errors.value;
  return json({ name: asked?.key ?? null, typed, error }, { status: wanted ? 409 : 400 });
}

export default function Settings() {
  const { frame, rows } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return (
    <ConsolePage {...frame} title={sectionTitles.settings}>
      <p className="max-w-160 text-peat-60">{texts.lead}</p>
      <div className="grid max-w-240 gap-x-8 gap-y-6 lg:grid-cols-2">
        {rows.map((row) => {
          const mine = refused?.name === row.name ? refused : null;
          return (
            <SettingForm
              key={row.name}
              {...row}
              value={mine?.typed ?? row.value}
              error={mine?.error}
              mayChange={frame.mayChange}
            />
          );
        })}
      </div>
    </ConsolePage>
  );
}
