/** The day on which this list was last compared with GitHub's advisories. */
export const LISTED_ON = "2026-11-24";

/**
 * Advisories against the libraries that answer requests. Those with `until` have no version that closes them: they are accepted
 * up to and including that day, for the reason given, and `npm run check` fails afterwards until the acceptance is renewed. The
 * others are closed by the versions we have: they are listed so that no lockfile brings an older one back.
 */
export const knownAdvisories = [
  {
    id: "GHSA-rxv8-25v2-qmq8", // CVE-2026-34077
    name: "turbo-stream",
    affected: "<=2.4.1",
    severity: "high",
    title: "denial of service by input reflected in single fetch",
    until: "2027-06-01",
    why: "turbo-stream 2.4.1 comes with Remix 2, which reads such streams only with single fetch; that stays off.",
  },
  {
    id: "GHSA-337j-9hxr-rhxg", // CVE-2026-53666
    name: "react-router",
    affected: ">=6.4.0 <7.18.0",
    severity: "moderate",
    title: "constructors called by deserializeErrors() while a page is hydrated",
    until: "2027-06-01",
    why: "No page hydrates the router: no page names a file of React, and tests/e2e/page-weight.test.ts holds that.",
  },
  {
    id: "GHSA-wrjc-x8rr-h8h6", // CVE-2026-53669
    name: "react-router",
    affected: ">=6.0.0 <7.18.0",
    severity: "moderate",
    title: "open redirect by a backslash in <Link> and useNavigate",
    until: "2027-06-01",
    why: "Neither is used, which the linter holds: links are plain anchors, redirects are the server's and go to paths of ours.",
  },
  {
    id: "GHSA-jjmj-jmhj-qwj2",
    name: "react-router-dom",
    affected: ">=6.30.2 <6.30.6",
    severity: "moderate",
    title: "open redirect that leads to script",
  },
  {
    id: "GHSA-2j2x-hqr9-3h42", // CVE-2026-40181
    name: "@remix-run/router",
    affected: ">=1.3.0 <1.23.3",
    severity: "moderate",
    title: "open redirect by a path that starts with //",
  },
  {
    id: "GHSA-2w69-qvjg-hvjx", // CVE-2026-22029
    name: "@remix-run/router",
    affected: "<1.23.2",
    severity: "high",
    title: "script by open redirects",
  },
  {
    id: "GHSA-h5cw-625j-3rxh", // CVE-2026-22030
    name: "@remix-run/server-runtime",
    affected: "<2.17.3",
    severity: "moderate",
    title: "forms of other sites accepted by actions",
  },
  {
    id: "GHSA-8x6r-g9mw-2r78", // CVE-2026-42342
    name: "@remix-run/server-runtime",
    affected: "<2.17.5",
    severity: "high",
    title: "denial of service by the paths of a manifest",
  },
];
