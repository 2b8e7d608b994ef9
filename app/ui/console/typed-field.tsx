import { Field } from "~/ui/field";

type Props = {
  name: "reason" | "bank_reference" | "reference";
  label: string;
  hint: string;
  /** As sent before, or as another operator proposed it. */
  typed: string | null | undefined;
  error: string | undefined;
};

const MOST_CHARACTERS = { reason: 200, bank_reference: 60, reference: 60 };

/** What an operator must add to a decision: why, or the bank's reference. The page opens here if it was refused. */
export function TypedField({ name, typed, error, ...words }: Props) {
  return (
    <Field
      {...words}
      name={name}
      maxLength={MOST_CHARACTERS[name]}
      autoComplete="off"
      defaultValue={typed ?? ""}
      error={error}
      startHere={error !== undefined}
    />
  );
}
