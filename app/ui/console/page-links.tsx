import { TextLink } from "./cells";

type Props = { base: string; next: string | null; isFirst: boolean; csv?: boolean };

export function PageLinks({ base, next, isFirst, csv = false }: Props) {
  const join = base.includes("?") ? "&" : "?";
  return (
    <div className="flex flex-wrap gap-x-6">
      {!isFirst && <TextLink href={base}>First page</TextLink>}
      {next !== null && <TextLink href={`${base}${join}after=${encodeURIComponent(next)}`}>Next page</TextLink>}
      {csv && (
        <TextLink href={base.replace(/(?=\?|$)/, ".csv")} download>
          Download as CSV
        </TextLink>
      )}
    </div>
  );
}

export function LinkRow({ links }: { links: readonly (readonly [href: string, label: string])[] }) {
  return (
    <p className="flex flex-wrap gap-x-6">
      {links.map(([href, label]) => (
        <TextLink key={href} href={href}>
          {label}
        </TextLink>
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
