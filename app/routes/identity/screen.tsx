import { identityLead, identityTexts as texts } from "~/content/identity-texts";
import type { IdentityView } from "~/areas/accounts/identity/read-identity";
import { Button, ButtonLink } from "~/ui/button";
import { ErrorSummary } from "~/ui/error-summary";
import { Page, PageTitle } from "~/ui/page";
import { Panel } from "~/ui/panel";

export type IdentityScreenProps = {
  view: IdentityView;
  /** Of the check that this page may start. */
  sessionId: string;
  error: keyof typeof texts.errors | null;
};

export function IdentityScreen({ view, sessionId, error }: IdentityScreenProps) {
  const { isKnown, state } = view;
  return (
    <Page top={{ back: { href: "/settings" } }}>
      <PageTitle lead={identityLead(view.firstAboveCents, view.totalAboveCents)}>{texts.title}</PageTitle>
      <ErrorSummary message={error === null ? null : texts.errors[error]} />
      {isKnown ? <p className="font-semibold">{texts.passed}</p> : <ToDo state={state} sessionId={sessionId} />}
      <Panel title={texts.facts.title}>
        <ul className="flex list-disc flex-col gap-2 pl-5">
          {texts.facts.items.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      </Panel>
      {!isKnown && (
        <Panel title={texts.byHandTitle}>
          <p className="mb-3">{texts.byHand}</p>
          <ButtonLink href="/customer-support" look="secondary">
            {texts.byHandLink}
          </ButtonLink>
        </Panel>
      )}
    </Page>
  );
}

function ToDo({ state, sessionId }: { state: IdentityView["state"]; sessionId: string }) {
  return (
    <div className="flex flex-col gap-4">
      {state !== null && <p className="rounded-md bg-amber-soft p-3">{texts.states[state]}</p>}
      {state === "started" && (
        <form method="post">
          <input type="hidden" name="intent" value="look" />
          <Button look="secondary">{texts.look}</Button>
        </form>
      )}
      {state !== "verified" && (
        <form method="post">
          <input type="hidden" name="session" value={sessionId} />
          <Button look={state === "started" ? "secondary" : "primary"}>
            {state === null ? texts.start : texts.again}
          </Button>
        </form>
      )}
    </div>
  );
}
