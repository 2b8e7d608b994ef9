import { userTexts } from "~/content/console-user-texts";
import { Button } from "~/ui/button";
import { Field } from "~/ui/field";
import { Fold } from "~/ui/fold";
import type { Refused } from "./act";

const texts = userTexts.name;

const FIELDS = ["full_name", "name_on_certificate", "name_reason"] as const;

const WORDS = {
  full_name: { label: texts.fullName, maxLength: 120 },
  name_on_certificate: { label: texts.latin, hint: texts.latinHint, maxLength: 120 },
  name_reason: { label: userTexts.reason, hint: userTexts.reasonHint, maxLength: 200 },
} as const;

export function NameForm({ refused }: { refused: Refused | null }) {
  const typed = refused?.typed.intent === "name" ? refused : null;
  return (
    <Fold title={texts.title} open={typed !== null}>
      <form method="post" noValidate className="flex flex-col gap-4">
        <input type="hidden" name="intent" value="name" />
        <p className="text-peat-60">{texts.lead}</p>
        {FIELDS.map((name) => (
          <Field
            key={name}
            {...WORDS[name]}
            name={name}
            autoComplete="off"
            defaultValue={typed?.typed[name] ?? ""}
            error={typed?.error === name ? userTexts.errors[name] : undefined}
            startHere={typed?.error === name}
          />
        ))}
        <Button look="secondary">{texts.correct}</Button>
      </form>
    </Fold>
  );
}
