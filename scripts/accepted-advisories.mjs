/**
 * Advisories against what production runs that are known and accepted, each with its reason and the last day on which that
 * counts. After it `npm run check` fails until somebody has thought it over again.
 */
export const acceptedAdvisories = [
  {
    id: "GHSA-rxv8-25v2-qmq8", // CVE-2026-34077
    until: "2027-06-01",
    why: "turbo-stream 2.4.1 comes with Remix 2, which reads such streams only with single fetch; that stays off.",
  },
];
