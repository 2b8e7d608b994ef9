const link = "inline-flex min-h-11 items-center text-copper underline underline-offset-4";

type Props = {
  base: string;
  next: string | null;
  isFirst: boolean;
  csv?: boolean;
};

export function PageLinks({ base, next, isFirst, csv = false }: Props) {
  const join = base.includes("?") ? "&" : "?";
  return (
    <div className="flex flex-wrap gap-x-6">
      {!isFirst && (
        <a href={base} className={link}>
          First page
        </a>
      )}
      {next !== null && (
        <a href={`${base}${join}after=${encodeURIComponent(next)}`} className={link}>
          Next page
        </a>
      )}
      {csv && (
        <a href={base.replace(/(?=\?|$)/, ".csv")} download className={link}>
          Download as CSV
        </a>
      )}
    </div>
  );
}

export function LinkRow({ links }: { links: readonly (readonly [href: string, label: string])[] }) {
  return (
    <p className="flex flex-wrap gap-x-6">
      {links.map(([href, label]) => (
        <a key={href} href={href} className={link}>
          {label}
        </a>
      ))}
    </p>
  );
}
