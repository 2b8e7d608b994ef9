/**
 * Known advisories against what production runs that we accept, each with its reason and the last day it is accepted.
 * After that day `npm run check` fails until the acceptance is renewed.
 */
export const acceptedAdvisories = [
  {
    id: "GHSA-rxv8-25v2-qmq8", // CVE-2026-34077
    until: "2027-06-01",
    why: "turbo-stream 2.4.1 comes with Remix 2, which reads such streams only with single fetch; that stays off.",
  },
];
