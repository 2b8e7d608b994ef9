// Steps of buying that are the same for everyone without JavaScript.
import { expect } from "vitest";
import type { HttpJourney } from "./http-journey";

const PATIENCE_MS = 120_000;

/** Reloads the page as its own refresh says, until it shows one of the texts. */
export async function waitFor(journey: HttpJourney, text: string): Promise<void> {
  for (const endsMs = Date.now() + PATIENCE_MS; Date.now() < endsMs && !journey.at.text.includes(text);) {
    const refresh = /http-equiv="refresh" content="(\d+);url=([^"]+)"/i.exec(journey.at.html);
    if (!refresh) break;
    await new Promise((resolve) => setTimeout(resolve, 300));
    await journey.visit((refresh[2] ?? "").replaceAll("&amp;", "&"));
  }
  expect(journey.at.text).toContain(text);
}

/** The page looks for a certificate eight times; here that is over in three seconds, and then the page is opened again. */
export async function waitForCertificate(journey: HttpJourney): Promise<void> {
  const payment = journey.at.url.searchParams.get("payment");
  for (const endsMs = Date.now() + PATIENCE_MS; Date.now() < endsMs && !journey.at.text.includes("Download PDF");) {
    await new Promise((resolve) => setTimeout(resolve, 300));
    await journey.visit(`/payment-success?payment=${payment}`);
  }
  expect(journey.at.text).toContain("Download PDF");
}

/** Goes from the payment page to the provider, pays there, and returns to the result. */
export async function pay(journey: HttpJourney, outcome = "paid"): Promise<void> {
  const asksName = journey.at.html.includes('name="full_name"');
  await journey.submit(asksName ? { full_name: "Ravi Kumār" } : {}, { button: "Proceed to payment" });
  expect(journey.at.url.pathname).toMatch(/^\/sandbox\/checkout\//);
  await journey.submit({}, { button: `outcome=${outcome}` });
}

export const linkTo = (journey: HttpJourney, start: string): string => {
  const links = [...journey.at.html.matchAll(/href="([^"]+)"/g)].map((match) =>
    (match[1] ?? "").replaceAll("&amp;", "&"),
  );
  const found = links.find((href) => href.startsWith(start));
  if (!found) throw new Error(`no link ${start} on ${journey.at.url.pathname}: ${links.join(" ")}`);
  return found;
};
