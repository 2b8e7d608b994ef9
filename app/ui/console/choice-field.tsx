import type { ComponentProps } from "react";
import { choose } from "~/content/console-cask-texts";
import { SelectField } from "~/ui/select-field";

type Props = Omit<ComponentProps<typeof SelectField>, "choose" | "options"> & {
  /** Every name that may be chosen, with what it is called. */
  names: Readonly<Record<string, string>>;
};

/** One of the names a list has, of a cask, its values or its papers. */
export function ChoiceField({ names, ...field }: Props) {
  const options = Object.entries(names).map(([value, label]) => ({ value, label }));
  return <SelectField {...field} choose={choose} options={options} />;
}
