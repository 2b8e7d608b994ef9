import { keeperConsoleTexts as texts, keeperFormNames as names } from "~/content/keeper-texts";
import { Button } from "../button";
import { Field } from "../field";

type Props = {
  /** Of a keeper that is known: what never changes. */
  fixed?: { keeper: string; warehouse: string };
  typed: Record<string, string>;
  errors: Record<string, string>;
};

const FIELDS = ["keeper", "warehouse", "public_key"] as const;

/** Proposes a key: the first of a new keeper, or another one in the place of the present. */
export function KeeperKeyForm({ fixed, typed, errors }: Props) {
  const shown = fixed ? (["public_key"] as const) : FIELDS;
  return (
    <form method="post" noValidate className="flex max-w-120 flex-col gap-4">
      {fixed && <input type="hidden" name="keeper" value={fixed.keeper} />}
      {fixed && <input type="hidden" name="warehouse" value={fixed.warehouse} />}
      {shown.map((name) => (
        <Field
          key={name}
          name={name}
          label={names[name]}
          hint={texts.hints[name]}
          error={errors[name]}
          startHere={name === Object.keys(errors)[0]}
          maxLength={name === "warehouse" ? 200 : 44}
          autoComplete="off"
          spellCheck={false}
          defaultValue={typed[name]}
        />
      ))}
      <Button name="intent" value="propose" look="secondary">
        {texts.propose}
      </Button>
    </form>
  );
}
