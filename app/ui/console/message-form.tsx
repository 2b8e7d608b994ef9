import { messageTexts as texts } from "~/content/console-message-texts";
import { Button } from "../button";
import { Field, TextField } from "../field";
import { SelectField } from "../select-field";
import { ChoiceField } from "./choice-field";

type FieldName = keyof typeof texts.fields;
type Name = Extract<FieldName, "cask" | "audience" | "subject" | "body">;

type Props = {
  typed: Partial<Record<Name, string>>;
  errors: Partial<Record<Name, string>>;
  casks: readonly { value: string; label: string }[];
  hidden: Record<string, string>;
  save: string;
};

const ORDER: readonly Name[] = ["cask", "audience", "subject", "body"];

export const messageErrors = (errors: Props["errors"]) =>
  ORDER.flatMap((name) => (errors[name] === undefined ? [] : [{ name, message: errors[name] }]));

/** To whom, and what. */
export function MessageForm({ typed, errors, casks, hidden, save }: Props) {
  const [first] = messageErrors(errors);
  const of = (name: Name) => ({
    name,
    label: texts.fields[name],
    error: errors[name],
    startHere: first?.name === name,
  });
  return (
    <form method="post" noValidate className="flex max-w-160 flex-col gap-4">
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <SelectField {...of("cask")} choose={texts.choose} options={casks} chosen={typed.cask ?? ""} />
      <ChoiceField {...of("audience")} names={texts.audiences} chosen={typed.audience ?? ""} />
      <Field
        {...of("subject")}
        hint={texts.fields.subjectHint}
        maxLength={120}
        autoComplete="off"
        defaultValue={typed.subject ?? ""}
      />
      <TextField {...of("body")} hint={texts.fields.bodyHint} rows={10} defaultValue={typed.body ?? ""} />
      <div>
        <Button wide={false}>{save}</Button>
      </div>
    </form>
  );
}
