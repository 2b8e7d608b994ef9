import { documentNames, evidenceTexts } from "~/content/evidence-texts";
import { Badge } from "~/ui/badge";
import type { Shelf, ShelfDocument } from "~/areas/proof/read-evidence";

const texts = evidenceTexts.documents;
const link = "inline-flex min-h-11 min-w-11 items-center font-semibold text-copper underline underline-offset-4";

/** Every kind of paper in its place: what is missing or has expired is told there and not left out. */
export function Papers({ shelves }: { shelves: Shelf[] }) {
  const missing = shelves.filter(({ current }) => current.length === 0).length;
  return (
    <>
      {missing > 0 && (
        <p className="mb-3 text-sm">
          <strong className="text-brick">{texts.missingCount(missing, shelves.length)}</strong>
          {texts.missingText(missing)}
        </p>
      )}
      <ul className="divide-y divide-peat-30">
        {shelves.map(({ kind, current, earlier }) => (
          <li key={kind} className="py-3 first:pt-0">
            <div className="flex flex-wrap items-baseline justify-between gap-x-4">
              <h3 className="font-semibold">{documentNames[kind].name}</h3>
              {current.length === 0 && <Badge>{texts.missing}</Badge>}
              {current.length > 0 && current.every(({ isExpired }) => isExpired) && (
                <Badge tone="error">{texts.expired}</Badge>
              )}
            </div>
            <p className="text-sm text-peat-60">{documentNames[kind].proves}</p>
            {current.map((one) => (
              <Document key={`${one.sha256} ${one.issuedOn}`} document={one} />
            ))}
            {earlier.length > 0 && (
              <details className="text-sm">
                <summary className="inline-block cursor-pointer py-3 text-copper underline underline-offset-4">
                  {texts.earlier(earlier.length)}
                </summary>
                {earlier.map((one) => (
                  <Document key={`${one.sha256} ${one.issuedOn}`} document={one} />
                ))}
              </details>
            )}
          </li>
        ))}
      </ul>
      <p className="border-t border-peat-30 pt-3 text-xs text-peat-60">{texts.hashNote}</p>
    </>
  );
}

function Document({ document }: { document: ShelfDocument }) {
  const { kind, issuer, issuedOn, expiresOn, isExpired, href, sha256 } = document;
  return (
    <div className="mt-2">
      <div className="flex items-center justify-between gap-4">
        <div className="min-w-0 text-sm">
          <p className="wrap-anywhere">{texts.from(issuer, issuedOn)}</p>
          {expiresOn && (
            <p className={isExpired ? "text-brick" : "text-peat-60"}>
              {(isExpired ? texts.expiredOn : texts.validUntil)(expiresOn)}
            </p>
          )}
        </div>
        {href ? (
          <a href={href} className={link}>
            {texts.open}
            <span className="sr-only">{texts.openOf(documentNames[kind].name, issuedOn)}</span>
          </a>
        ) : (
          <Badge>{texts.holders}</Badge>
        )}
      </div>
      {!href && <p className="text-sm text-peat-60">{texts.holdersText}</p>}
      <p className="text-xs text-peat-60">
        {texts.hash} <span className="font-mono break-all">{sha256}</span>
      </p>
    </div>
  );
}
