import { consoleTexts as texts } from "~/content/console-texts";

const link = "inline-flex min-h-11 items-center text-copper underline underline-offset-4";

/** To the next fifty rows, and back to the first. */
export function PageLinks({ base, next, isFirst }: { base: string; next: string | null; isFirst: boolean }) {
  const join = base.includes("?") ? "&" : "?";
  return (
    <div className="flex gap-6">
      {!isFirst && (
        <a href={base} className={link}>
          {texts.first}
        </a>
      )}
      {next !== null && (
        <a href={`${base}${join}after=${encodeURIComponent(next)}`} className={link}>
          {texts.next}
        </a>
      )}
    </div>
  );
}
