import { Button } from "./button";
import { TextField } from "./field";

type Props = {
  label: string;
  hint: string;
  button: string;
  refused: { typed: string; error: string } | null;
};

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
