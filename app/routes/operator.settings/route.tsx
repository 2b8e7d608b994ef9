import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { isMoney, listSettings, readSetting, saveSetting, unitOf } from "~/areas/console/settings";
import { sectionHref, sectionTitles } from "~/content/console-sections";
import { settingTexts as texts } from "~/content/console-texts";
import { described } from "~/content/page-meta";
import { proposalErrors } from "~/content/proposal-texts";
import { type ShownProposal, showProposal } from "~/core/proposals/list-proposals";
import { isList, type SettingKey } from "~/core/settings/setting";
import { plainDollars } from "~/domain/money";
import { readConsole, writeConsole } from "~/server/console-session";
import { readForm } from "~/server/login-form";
import { savedAt } from "~/server/saved-at";
import { Button } from "~/ui/button";
import { ConsolePage } from "~/ui/console/console-page";
import { ProposalCard } from "~/ui/console/proposal-card";

type Props = {
  name: string;
  label: string;
  unit: string;
  kind: "number" | "list";
  value: string;
  error: string | undefined;
  mayChange: boolean;
  viewerId: string;
  proposal: ShownProposal | null;
  proposed: string | null;
};

/** A button of its own, so that proposing one figure never proposes another. */
function SettingForm({ proposal, proposed, viewerId, ...setting }: Props) {
  const { name, mayChange } = setting;
  return (
    <div id={`setting-${name}-form`} className="flex flex-col gap-3">
      <ValueForm {...setting} />
      {proposal && proposed !== null && (
        <ProposalCard
          proposal={proposal}
          viewerId={viewerId}
          mayChange={mayChange}
          seen={{ key: name, value: proposed }}
        />
      )}
    </div>
  );
}

type ValueProps = Omit<Props, "viewerId" | "proposal" | "proposed">;

function ValueForm({ name, label, unit, kind, value, error, mayChange }: ValueProps) {
  const id = `setting-${name}`;
  const field = {
    id,
    name: "value",
    autoComplete: "off",
    defaultValue: value,
    readOnly: !mayChange,
    "aria-invalid": error ? true : undefined,
    "aria-describedby": error ? `${id}-error` : undefined,
    className: `figures min-h-12 w-full min-w-0 rounded-md border bg-paper px-3 text-base ${error ? "border-brick" : "border-peat-45"}`,
  };
  return (
    <form method="post" noValidate>
      <input type="hidden" name="intent" value="propose" />
      <input type="hidden" name="key" value={name} />
      <label htmlFor={id} className="mb-1 block font-semibold">
        {label} <span className="font-normal text-peat-60">({unit})</span>
      </label>
      <div className="flex gap-2">
        <input {...field} inputMode={kind === "list" ? "text" : "decimal"} maxLength={kind === "list" ? 200 : 12} />
        {mayChange && (
          <Button look="secondary" wide={false}>
            Propose
          </Button>
        )}
      </div>
      {error && (
        <p id={`${id}-error`} role="alert" className="mt-1 font-semibold text-brick">
          {error}
        </p>
      )}
    </form>
  );
}

export const meta = () => described(sectionTitles.settings);

export async function loader(args: LoaderFunctionArgs) {
  const { frame, viewer, result } = await readConsole(args, "settings", ({ nowMs }) =>
    listSettings(args.context.db, nowMs),
  );
  const plain = (key: Parameters<typeof isMoney>[0], value: string | number) =>
    isMoney(key) ? plainDollars(Number(value)) : String(value);
  const rows = result.settings.map(({ key, value, text }) => {
    const proposal = result.proposals.find(({ subject }) => subject === `setting:${key}`);
    return {
      name: key,
      label: texts.labels[key],
      unit: unitOf(key).unit,
      kind: isList(key) ? ("list" as const) : ("number" as const),
      value: plain(key, text ?? value),
      proposed: proposal ? plain(key, proposal.becomes) : null,
      proposal: proposal ? showProposal(proposal, frame.mayChange) : null,
    };
  });
  return json({ frame, viewerId: viewer.id, rows });
}

export async function action(args: ActionFunctionArgs) {
  const { context } = args;
  const fields = Object.fromEntries(await readForm(args.request));
  const asked = readSetting(fields);
  const wanted = asked !== null && "intent" in asked ? asked : null;
  const proposalId = context.newId("chg");
  const { result } = await writeConsole(args, "settings", (access) =>
    saveSetting(context.db, access, proposalId, wanted),
  );
  if (result.ok) return savedAt(args, sectionHref("settings"), result);
  const typed = typeof fields.value === "string" ? fields.value.slice(0, 8_000) : "";
  const error = wanted
    ? proposalErrors[result.code]
    : asked
      ? errorOf(asked)
      : "No action was chosen. Nothing was changed.";
  return json({ name: asked?.key ?? null, typed, error }, { status: wanted ? 409 : 400 });
}

function errorOf(asked: { key: SettingKey }): string {
  return texts.errors[isList(asked.key) ? asked.key : "value"];
}

export default function Settings() {
  const { frame, rows, viewerId } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return (
    <ConsolePage {...frame} title={sectionTitles.settings}>
      <p className="max-w-160 text-peat-60">
        Each of these sets what people pay, or limits what is paid out: one operator proposes a change, another confirms
        it. A confirmed change takes effect from the next request, and public pages show it within 60 seconds. All
        operators are told, and the log keeps the old value.{" "}
        <a href={`${sectionHref("settings")}.csv`}>All as a file (CSV)</a>
      </p>
      {refused && refused.name === null && <p role="alert">{refused.error}</p>}
      {texts.groups.map(({ title, labels }) => (
        <section key={title} aria-label={title} className="flex max-w-240 flex-col gap-4">
          <h2 className="display text-lg">{title}</h2>
          <div className="grid items-start gap-x-8 gap-y-6 lg:grid-cols-2">
            {Object.keys(labels).map((name) => {
              const row = rows.find((one) => one.name === name);
              const mine = refused?.name === name ? refused : null;
              return (
                row && (
                  <SettingForm
                    key={name}
                    {...row}
                    value={mine?.typed || row.value}
                    error={mine?.error}
                    mayChange={frame.mayChange}
                    viewerId={viewerId}
                  />
                )
              );
            })}
          </div>
        </section>
      ))}
    </ConsolePage>
  );
}
