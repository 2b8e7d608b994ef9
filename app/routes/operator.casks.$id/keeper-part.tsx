import { keeperViewTexts as texts } from "~/content/console-cask-texts";
import { keeperFieldNames as names } from "~/content/operator-cask-texts";
import { Button } from "~/ui/button";
import { DefinitionRows } from "~/ui/definition-rows";
import { Field } from "~/ui/field";
import type { PartProps } from "./cask-admin";

const FIELDS = ["keeper", "address", "licence_number", "contact"] as const;

/** Who keeps the cask's warehouse: shown to everybody beside its papers. */
export function KeeperPart({ page, mayChange, typed, errors }: PartProps) {
  const { keeper, cask } = page;
  return (
    <div className="flex max-w-120 flex-col gap-4">
      <h2 className="font-semibold">{`Who keeps ${cask.warehouse}`}</h2>
      <p className="text-peat-60">
        Shown to everybody, for every cask at this warehouse. Leave a field empty if nobody knows; it is then shown as
        not known.
      </p>
      {mayChange ? (
        <form method="post" noValidate className="flex flex-col gap-4">
          <input type="hidden" name="intent" value="keeper" />
          {FIELDS.map((name) => (
            <Field
              key={name}
              name={name}
              label={names[name]}
              hint={texts.hints[name]}
              error={errors[name]}
              startHere={name === Object.keys(errors)[0]}
              maxLength={name === "address" ? 300 : 120}
              autoComplete="off"
              defaultValue={typed[name] ?? keeper[name]}
            />
          ))}
          <Button>Save the keeper</Button>
        </form>
      ) : (
        <DefinitionRows rows={FIELDS.map((name) => ({ label: names[name], value: keeper[name] || "not known" }))} />
      )}
      <p>
        <a
          href={`/evidence?cask=${cask.id}`}
          className="inline-flex min-h-11 items-center text-copper underline underline-offset-4"
        >
          As the public sees it
        </a>
      </p>
    </div>
  );
}
