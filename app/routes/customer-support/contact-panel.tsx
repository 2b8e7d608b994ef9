import { contact } from "~/content/legal-support";
import { SERVICE_TIMES_PATH } from "~/content/page-paths";

function Way({ label, href, value }: { label: string; href: string; value: string }) {
  return (
    <a
      href={href}
      className="flex min-h-14 flex-col justify-center rounded-md border border-peat-45 px-4 py-2 hover:border-paper"
    >
      <span className="text-sm text-peat-30">{label}</span>
      <span className="font-semibold wrap-anywhere underline underline-offset-4">{value}</span>
    </a>
  );
}

export function ContactPanel() {
  return (
    <section aria-label={contact.title} className="flex flex-col gap-3">
      <Way {...contact.email} />
      <Way {...contact.whatsApp} />
      <dl className="divide-y divide-peat-60 border-y border-peat-60">
        {contact.rows.map((row) => (
          <div key={row.label} className="flex flex-wrap justify-between gap-x-4 py-3">
            <dt className="text-peat-30">{row.label}</dt>
            <dd className="font-semibold">{row.value}</dd>
          </div>
        ))}
      </dl>
      <p className="text-sm text-peat-30">
        {contact.note}{" "}
        <a href={SERVICE_TIMES_PATH} className="underline underline-offset-4">
          {contact.times}
        </a>
      </p>
    </section>
  );
}
