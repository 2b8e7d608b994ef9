import { landing } from "~/content/landing";
import type { LiveTexts } from "~/content/live-texts";

/** What the newest daily audit found, and the way to it. */
export function NewestAudit({ live }: { live: LiveTexts }) {
  return (
    <div className="rounded-md border border-peat-30 px-3 pt-2 text-sm">
      <p data-look={live.auditLook} className="font-semibold data-[look=FAIL]:text-brick">
        {live.audit}
      </p>
      <p className="text-peat-60">{live.auditCounts}</p>
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
