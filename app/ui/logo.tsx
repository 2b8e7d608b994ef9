import { company } from "~/content/company";

export function Mark() {
  return (
    <svg aria-hidden="true" viewBox="0 0 24 24" width="24" height="24" className="shrink-0 text-copper">
      <circle cx="12" cy="12" r="10.75" fill="none" stroke="currentColor" strokeWidth="2.5" />
      <path d="M8 4.6v14.8M12 3.6v10.900M16 4.600v14.8" stroke="currentColor" strokeWidth="1.25" />
      <circle cx="12" cy="17.25" r="1.9" fill="currentColor" />
    </svg>
  );
}

export function Logo() {
  return (
    <span className="display inline-flex items-center gap-2 text-lg">
      <Mark />
      {company.brand}
    </span>
  );
}
