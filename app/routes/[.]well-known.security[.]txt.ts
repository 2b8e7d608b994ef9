import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { company } from "~/content/company";
import { addDays, dateOf } from "~/domain/calendar-date";

/** It must be read as out of date some time, so that no one writes to an address that is no longer read. */
const VALID_DAYS = 180;

/** RFC 9116: whom to tell of a weakness in our security. */
export function loader({ context }: LoaderFunctionArgs) {
  const lines = [
    `Contact: mailto:${company.support.email}`,
    `Expires: ${addDays(dateOf(context.nowMs()), VALID_DAYS)}T00:00:00Z`,
    "Preferred-Languages: en",
    `Canonical: ${company.siteUrl}/.well-known/security.txt`,
    "",
  ];
  return new Response(lines.join("\n"), {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "public, max-age=86400" },
  });
}
