// What is measured, and what it is compared with. A bar is a ratio of requests per second of the runtime's CPU.
const signedIn = { signedIn: true };

/** Pages whose calls are recorded, and repeated by the bare Worker. */
export const WATCHED = ["/invest", "/wallet?tab=portfolio", "/api/cask/get_casks"];

const page = (path, bareBars) => [
  { name: `bare: calls of ${path}`, worker: "bare", path },
  { name: `usual style: ${path}`, worker: "usual", path, ...signedIn },
  {
    name: path,
    worker: "app",
    path,
    ...signedIn,
    against: [
      { name: `bare: calls of ${path}`, bar: bareBars },
      { name: `usual style: ${path}`, bar: 1.6 },
    ],
  },
];

export const TARGETS = [
  { name: "bare: hello", worker: "bare", path: "/hello" },
  { name: "template's empty page", worker: "template", path: "/", against: [{ name: "bare: hello" }] },
  {
    name: "/get-started",
    worker: "app",
    path: "/get-started?mode=login",
    against: [{ name: "template's empty page", bar: 0.9 }],
  },
  ...page("/invest", 0.75),
  ...page("/wallet?tab=portfolio", 0.75),
  { name: "bare: calls of /api/cask/get_casks", worker: "bare", path: "/api/cask/get_casks" },
  {
    name: "/api/cask/get_casks",
    worker: "app",
    path: "/api/cask/get_casks",
    ...signedIn,
    against: [{ name: "bare: calls of /api/cask/get_casks", bar: 0.85 }],
  },
];
