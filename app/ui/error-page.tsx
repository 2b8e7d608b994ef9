import { company } from "~/content/company";
import { errorPages, errorTexts, type ErrorPageKind } from "~/content/error-pages";
import { ButtonLink } from "./button";
import { Page } from "./page";
import { ResultHead } from "./result-head";

export type ErrorPageProps = {
  kind: ErrorPageKind;
  /** For support, to find what happened; never the error itself. */
  reference?: string;
  retryInSeconds?: number;
};

export function ErrorPage({ kind, reference, retryInSeconds }: ErrorPageProps) {
  const text = errorPages[kind];
  return (
    <Page top={{ home: "/" }}>
      <ResultHead look={text.look} title={text.title}>
        {text.happened}
      </ResultHead>
      {(text.money || reference) && (
        <div className="flex flex-col gap-2 rounded-md bg-barley p-4 text-sm">
          {text.money && <p>{text.money}</p>}
          {retryInSeconds !== undefined && <p>{errorTexts.retryIn(retryInSeconds)}</p>}
          {reference && (
            <p>
              {errorTexts.reference}
              <strong className="font-mono font-semibold break-all">{reference}</strong>
              {errorTexts.nameIt}
              <a href={`mailto:${company.support.email}`} className="text-copper underline">
                {company.support.email}
              </a>
              .
            </p>
          )}
        </div>
      )}
      <div className="flex flex-col gap-3">
        {/* Loads a document: the running page is broken, and without React there is nothing else. */}
        <ButtonLink href={text.action.href} asDocument>
          {text.action.label}
        </ButtonLink>
        {kind !== "offline" && (
          <ButtonLink href="/customer-support" look="secondary">
            {errorTexts.support}
          </ButtonLink>
        )}
      </div>
    </Page>
  );
}
