import { landing } from "~/content/landing";
import type { PublicFigureTexts } from "~/content/public-figure-texts";

/** What the newest daily audit found, and the way to it. */
export function NewestAudit({ figures }: { figures: PublicFigureTexts }) {
  return (
    <div className="rounded-md border border-peat-30 px-3 pt-2 text-sm">
      <p data-look={figures.auditLook} className="font-semibold data-[look=FAIL]:text-brick">
        {figures.audit}
      </p>
      <p className="text-peat-60">{figures.auditCounts}</p>
      <p className="flex flex-wrap gap-x-4">
        {landing.auditLinks.map(({ href, label }) => (
          <a
            key={href}
            href={href}
            className="inline-flex min-h-11 min-w-11 items-center underline underline-offset-4 hover:text-copper"
          >
            {label}
          </a>
        ))}
      </p>
    </div>
  );
}
