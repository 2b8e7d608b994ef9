import { caskPageTexts } from "~/content/console-cask-texts";
import { sayMissing } from "~/content/missing-evidence";
import { showProposal } from "~/core/proposals/show-proposal";
import { Button } from "~/ui/button";
import { ProposalCard } from "~/ui/console/proposal-card";
import { Field } from "~/ui/field";
import type { PartProps } from "./cask-admin";

const texts = caskPageTexts.without;

type Props = Pick<PartProps, "page" | "viewerId" | "mayChange"> & {
  error: string | undefined;
  /** The reason, where it was refused. */
  typed: string | undefined;
};

/** A cask whose evidence is not complete: what two operators can do about it. */
export function PublishWithout({ page, viewerId, mayChange, error, typed }: Props) {
  const { cask, missing, publication } = page;
  const seen = { version: String(cask.version), missing };
  if (publication)
    return (
      <ProposalCard
        proposal={showProposal(publication, mayChange)}
        viewerId={viewerId}
        mayChange={mayChange}
        seen={seen}
        intents={{ confirm: "confirm-publish", withdraw: "cancel-publish" }}
      />
    );
  return (
    <section aria-label={texts.title} className="flex flex-col gap-3">
      <h2 className="font-semibold">{texts.title}</h2>
      <p>{texts.lead(sayMissing(missing))}</p>
      {mayChange && (
        <form method="post" noValidate className="flex flex-col gap-3">
          <input type="hidden" name="version" value={seen.version} />
          <input type="hidden" name="missing" value={seen.missing} />
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
            <Button name="intent" value="propose-publish" look="secondary" wide={false}>
              {texts.propose}
            </Button>
          </div>
        </form>
      )}
    </section>
  );
}
