import { settingTexts as texts } from "~/content/console-texts";
import type { ShownProposal } from "~/core/proposals/show-proposal";
import { Button } from "~/ui/button";
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
  /** What waits for a second operator, and its value as it is typed. */
  proposal: ShownProposal | null;
  proposed: string | null;
};

/** One figure with its own button, so that proposing one never proposes another, and what waits to be confirmed. */
export function SettingForm({ proposal, proposed, viewerId, ...setting }: Props) {
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
    ...{ id, name: "value", autoComplete: "off", defaultValue: value, readOnly: !mayChange },
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
            {texts.propose}
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
