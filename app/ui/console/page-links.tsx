const link = "inline-flex min-h-11 items-center text-copper underline underline-offset-4";

type Props = { base: string; next: string | null; isFirst: boolean; csv?: boolean };

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

export type Filter = { href: string; label: string; current: boolean; count?: string };

export function Filters({ label, filters }: { label: string; filters: Filter[] }) {
  return (
    <nav aria-label={label} className="-mx-4 overflow-x-auto px-4 lg:mx-0 lg:px-0">
      <ul className="flex gap-2">
        {filters.map((filter) => (
          <li key={filter.href} className="shrink-0">
            <a
              href={filter.href}
              aria-current={filter.current ? "page" : undefined}
              className={`figures inline-flex min-h-11 items-center gap-1.5 rounded-sm border px-3 lg:min-h-9 ${
                filter.current ? "border-peat bg-peat text-paper" : "border-peat-45 hover:bg-barley"
              }`}
            >
              {filter.label}
              {filter.count !== undefined && <span>{filter.count}</span>}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
