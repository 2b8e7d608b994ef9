// Imports go one way: routes -> ui, content, areas, server; api, their peer for JSON, -> content, areas, server;
// areas -> areas below them, core, domain, db, ports, mail; server/deps alone joins vendors; domain imports nothing. What
// lies in a folder called `inside` is imported from its own area only: all other files of an area are its doors. Imports
// that leave a part of the tree are written `~/...`, which makes the direction easy to see.
import { dirname, posix, relative, sep } from "node:path";

/** From the ground up: each may import from those before it. What a lower one has to tell a higher one is a row of the outbox. */
const FLOORS = [
  "accounts",
  "casks",
  "buying",
  "holdings",
  "payouts",
  "market",
  "proof",
  "notices",
  "support",
  "console",
];

/** Open to all: the ports and the list of providers. */
const port = /^app\/integrations\/[^/]+\/(port|providers)$/;
const part = (name) => new RegExp(`^app/${name}(/|$)`);
const [domain, content, db, core, areas, ui, server, integrations, api, mail] = [
  "domain",
  "content",
  "db",
  "core",
  "areas",
  "ui",
  "server",
  "integrations",
  "api",
  "mail",
].map(part);
const looks = /^app\/[^/]+\.css$/;
const roots = /^app\/[^/]+$/;
/** The programs that others run: a page shows the hashes of their texts, and no code of theirs is run here. */
const publicProgram = /^app\/\.\.\/public\/(verify-audit|witness)$/;

/**
 * Server carries requests and decides nothing: rules are in domain, SQL in core and areas. Sessions may run the work they are
 * given.
 */
const runsWork = /^app\/db\/work$/;

/** What the sandbox and a local settlement Worker say to each other. */
const localContract = /^workers\/sandbox\/market\/market$/;

/**
 * The first match counts. `packages: false`: not even libraries. `without`: not these. `types`: for `import type` only.
 * `reachesOver`: relative imports may leave the folder.
 */
const rules = [
  { from: /^app\/domain\//, may: [domain], packages: false },
  { from: /^app\/content\//, may: [content, domain] },
  { from: /^app\/db\//, may: [db, domain] },
  { from: /^app\/integrations\/[^/]+$/, may: [/^app\/integrations\/[^/]+$/, domain] },
  { from: /^app\/integrations\//, may: [port, /^app\/integrations\/[^/]+$/, domain], ownFolder: true },
  { from: /^app\/core\//, may: [core, domain, db, content, port, mail] },
  // A list of the console is declared with the cells that show it.
  { from: /^app\/areas\/console\/lists\//, may: [areas, core, domain, db, content, ui] },
  ...FLOORS.map((name, floor) => ({
    from: part(`areas/${name}`),
    may: [...FLOORS.slice(0, floor + 1).map((below) => part(`areas/${below}`)), core, domain, db, content, port, mail],
  })),
  { from: /^app\/mail\//, may: [mail, content] },
  { from: /^app\/ui\//, may: [ui, content, domain] },
  { from: /^app\/server\/deps(\/|\.)/, may: [server, core, areas, domain, db, content, integrations] },
  { from: /^app\/server\//, may: [server, core, areas, content, port, runsWork], types: [db], without: /^drizzle-orm/ },
  { from: /^app\/api\//, may: [api, content, core, areas, server, domain], types: [db, port], without: /^drizzle-orm/ },
  { from: /^app\/routes\/(api|certificates)\.\$/, may: [api, content, core, areas, server, domain], types: [db, port] },
  {
    from: /^app\/routes\//,
    may: [ui, content, core, areas, server, domain, looks, publicProgram],
    types: [db, port],
    ownFolder: true,
  },
  { from: /^app\/serve\./, may: [roots, api, content, server] },
  { from: roots, may: [roots, ui, content, core, areas, server, domain], types: [db, port] },
  { from: /^workers\/sandbox\//, may: [domain, content, integrations], ownFolder: true },
  { from: /^workers\/settlement\//, may: [core, areas, server, integrations, db, domain, content], ownFolder: true },
  // A local run's entries: the other Workers, by another clock, and what the sandbox has demo people do.
  {
    from: /^workers\/local\/market\//,
    may: [core, areas, db, domain, localContract, /^workers\/settlement\//],
    ownFolder: true,
    reachesOver: true,
  },
  {
    from: /^workers\/local\//,
    may: [core, areas, db, server, localContract, /^workers\/(app$|settlement\/)/],
    ownFolder: true,
    reachesOver: true,
  },
  {
    from: /^workers\//,
    may: [core, areas, server, integrations, db, domain, content, /^app\/entry\./, /^app\/api\/answer$/],
  },
];

/** The part of the tree a file belongs to. Imports within it may be relative. */
const homeOf = (path) => /^(app\/areas|app|workers)\/[^/]+(?=\/)/.exec(path)?.[0] ?? path;
const isPrivateTo = (path) => /^app\/areas\/[^/]+(?=\/(?:.*\/)?inside\/)/.exec(path)?.[0] ?? null;
/** Routes, vendors and Workers may not import even their siblings: they share only what is in their own folder. */
const folderOf = (path) => /^(app\/(routes|integrations)|workers)\/[^/]+(?=\/)/.exec(path)?.[0] ?? null;

function targetOf(source, file) {
  const plain = source.replace(/\?.*$/, "");
  if (plain.startsWith("~/")) return `app/${plain.slice(2)}`;
  return plain.startsWith(".") ? posix.join(dirname(file), plain) : null;
}

function problemWith({ source, typeOnly }, file, rule) {
  const target = targetOf(source, file);
  if (target === null && rule.without?.test(source)) return "direction";
  if (target === null) return rule.packages === false ? "packages" : null;
  if (!rule.reachesOver && source.startsWith("..") && homeOf(target) !== homeOf(file)) return "alias";
  if (rule.ownFolder && folderOf(file) !== null && folderOf(file) === folderOf(target)) return null;
  const plain = target.replace(/\.(tsx?|mjs)$/, "");
  const owner = isPrivateTo(plain);
  if (owner !== null && owner !== homeOf(file)) return "inside";
  if (rule.may.some((pattern) => pattern.test(plain))) return null;
  if (typeOnly && rule.types?.some((pattern) => pattern.test(plain))) return null;
  return "direction";
}

const isTypeOnly = (node) =>
  node.importKind === "type" ||
  node.exportKind === "type" ||
  (node.specifiers?.length > 0 &&
    node.specifiers.every((one) => one.importKind === "type" || one.exportKind === "type"));

export const dependencyDirection = {
  meta: {
    type: "problem",
    schema: [],
    messages: {
      direction:
        "{{file}} must not import {{source}}: dependencies point one way (see scripts/lint/dependency-direction.mjs).",
      inside: "{{source}} is inside its area: import one of the area's doors, or make it one.",
      alias: "Write {{source}} as ~/...: it leaves this part of the tree.",
      packages: "{{file}} must not import {{source}}: the domain is plain code that imports nothing.",
    },
  },
  create(context) {
    const file = relative(context.cwd, context.filename).split(sep).join("/");
    const rule = rules.find(({ from }) => from.test(file));
    if (!rule) return {};
    const check = (node) => {
      const source = node.source?.value;
      if (typeof source !== "string") return;
      const messageId = problemWith({ source, typeOnly: isTypeOnly(node) }, file, rule);
      if (messageId) context.report({ node, messageId, data: { file, source } });
    };
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
    };
  },
};
