import { userTexts } from "~/content/console-user-texts";
import { proposalTexts } from "~/content/proposal-texts";
import type { ProposedName } from "~/areas/holdings/certificates/correct-name";
import type { ShownProposal } from "~/core/proposals/show-proposal";
import { Button } from "~/ui/button";
import { ProposalCard } from "~/ui/console/proposal-card";
import { DefinitionRows } from "~/ui/definition-rows";
import { Field } from "~/ui/field";
import { Fold } from "~/ui/fold";
import type { Refused } from "./act";

const texts = userTexts.name;

type CardProps = {
  proposal: ShownProposal;
  name: ProposedName | null;
  viewerId: string;
  mayChange: boolean;
  isOwn: boolean;
};

/** The proposed name beside the one that it would replace; readers see that one is proposed. */
export function NameCard({ proposal, name, viewerId, mayChange, isOwn }: CardProps) {
  return (
    <ProposalCard
      proposal={proposal}
      viewerId={viewerId}
      mayChange={mayChange}
      barred={isOwn ? proposalTexts.aboutYou : null}
      seen={{ change: "name", correction: proposal.becomes }}
    >
      {name && (
        <DefinitionRows
          tight
          rows={[
            { label: texts.was, value: <bdi>{name.fullNameWas ?? userTexts.none}</bdi> },
            { label: texts.becomes, value: <bdi>{name.fullName}</bdi> },
            ...(name.onCertificate === name.fullName
              ? []
              : [{ label: texts.onCertificate, value: <bdi>{name.onCertificate}</bdi> }]),
            { label: texts.certificates, value: name.certificates },
          ]}
        />
      )}
    </ProposalCard>
  );
}

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
        <Button look="secondary">{texts.propose}</Button>
      </form>
    </Fold>
  );
}
