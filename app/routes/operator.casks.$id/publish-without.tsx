import { caskPageTexts } from "~/content/console-cask-texts";
import { sayMissing } from "~/content/missing-evidence";
import { Button } from "~/ui/button";
import { Field } from "~/ui/field";
import type { PartProps } from "./cask-admin";

const texts = caskPageTexts.without;

type Props = Pick<PartProps, "page" | "mayChange"> & {
  error: string | undefined;
  /** The reason, where it was refused. */
  typed: string | undefined;
};

/** A cask whose evidence is not complete: it is published with a reason that investors read. */
export function PublishWithout({ page: { cask, missing }, mayChange, error, typed }: Props) {
  return (
    <section aria-label={texts.title} className="flex flex-col gap-3">
      <h2 className="font-semibold">{texts.title}</h2>
      <p>{texts.lead(sayMissing(missing))}</p>
      {mayChange && (
        <form method="post" noValidate className="flex flex-col gap-3">
          <input type="hidden" name="version" value={cask.version} />
          <input type="hidden" name="missing" value={missing} />
          <Field
            name="publish_reason"
            label={texts.reason}
            hint={texts.reasonHint}
            maxLength={300}
            autoComplete="off"
            defaultValue={typed}
            {...(error !== undefined && { error })}
          />
          <div>
            <Button name="intent" value="publish" look="secondary" wide={false}>
              {texts.publish}
            </Button>
          </div>
        </form>
      )}
    </section>
  );
}
