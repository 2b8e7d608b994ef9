import { useId } from "react";
import { troubleTexts as texts } from "~/content/console-texts";
import { Button } from "~/ui/button";

type Props = {
  /** The field that names what is ended, and its id. */
  name: "work" | "letter" | "difference";
  of: string;
  intent: "end" | "drop" | "explain";
};

/** Ends work that fails again and again, drops what was given up, or explains a difference; the reason stays in the log. */
export function ReasonForm({ name, of, intent }: Props) {
  const id = useId();
  return (
    <form method="post" className="flex w-full max-w-90 flex-col gap-2">
      <input type="hidden" name={name} value={of} />
      <label htmlFor={id} className="font-semibold">
        {texts.reason}
      </label>
      <input
        id={id}
        name="reason"
        maxLength={200}
        autoComplete="off"
        aria-describedby={`${id}-hint`}
        className="min-h-12 rounded-md border border-peat-45 bg-paper px-3 text-base"
      />
      <p id={`${id}-hint`} className="text-xs text-peat-60">
        {texts.reasonHint}
      </p>
      <Button look="danger" name="intent" value={intent}>
        {texts[intent]}
      </Button>
    </form>
  );
}
