import { Button } from "./button";
import { TextField } from "./field";

type Props = {
  label: string;
  hint: string;
  button: string;
  /** What was typed, if it was refused, and why. */
  refused: { typed: string; error: string } | null;
};

/** One text, sent to this page as `body`. */
export function WritingForm({ label, hint, button, refused }: Props) {
  return (
    <form method="post" noValidate className="flex flex-col gap-4">
      <TextField
        name="body"
        label={label}
        hint={hint}
        rows={5}
        required
        defaultValue={refused?.typed}
        error={refused?.error}
        startHere={refused !== null}
      />
      <Button>{button}</Button>
    </form>
  );
}
