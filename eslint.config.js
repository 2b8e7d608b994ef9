// What is ours, what needs selectors, and accessibility. All else, the rules that need types too, is Oxlint's (.oxlintrc.json).
import a11y from "eslint-plugin-jsx-a11y";
import hooks from "eslint-plugin-react-hooks";
import tseslint from "typescript-eslint";

const code = ["app/**/*.{ts,tsx}", "workers/**/*.ts", "scripts/seed/**/*.ts"];

const restrictedSyntax = [
  {
    selector: "CallExpression[callee.property.name='transaction']",
    message: "D1 has no interactive transactions: put the statements into one batch().",
  },
  {
    selector: "JSXAttribute[name.name='style']",
    message: "The Content-Security-Policy forbids inline styles: use classes or SVG attributes.",
  },
  { selector: "TSEnumDeclaration", message: "Use a union of string literals." },
];

const batch = {
  selector: "CallExpression[callee.property.name='batch']",
  message: "Put statements together as Work (app/db/work.ts): nobody else knows which answer of a batch stands where.",
};
const answersByPosition = {
  selector:
    "Property[key.name='read'][value.params.0.type='ArrayPattern'], MemberExpression[property.name='statements']",
  message: "Only app/db/work.ts knows positions: name the pieces with together() and read them by name.",
};

/** Nothing of the router runs in a browser: the accepted advisories (scripts/steps/audit.mjs) are about what it does there. */
const routerOfServer = {
  name: "@remix-run/react",
  allowImportNames: [
    ...["Meta", "MetaFunction", "Outlet", "RemixServer"],
    ...["isRouteErrorResponse", "useActionData", "useLoaderData", "useMatches", "useRouteError"],
  ],
  message: "Links, forms and navigation are plain HTML: nothing of the router runs in a browser.",
};
const onlyByRemix = ["react-router", "react-router-dom", "@remix-run/router"].map((name) => ({
  name,
  message: "Remix alone uses it.",
}));
const noIds = { name: "react", importNames: ["useId"], message: "Its values differ between a page and its island." };

/** Areas from the ground up: each imports from those before it. What a lower one has to tell a higher one is a row of the outbox. */
const AREAS = [
  "accounts",
  "casks",
  "buying",
  "holdings",
  "payouts",
  "resale",
  "market",
  "proof",
  "notices",
  "support",
  "console",
];
const PORT = "integrations/[^/]+/(port|providers)$";
const PARTS = "domain|content|db|core|areas|ui|server|integrations|api|mail|routes";
const oneWay = "Dependencies point one way: docs/architecture.md has the order.";
const byAlias = { regex: `^(\\.\\./)+(${PARTS})/`, message: "Write ~/...: it leaves this part of the tree." };
const only = (...parts) => ({ regex: `^~/(?!${parts.join("|")})`, message: oneWay });
const not = (regex, more = {}) => ({ regex, message: oneWay, ...more });
const doorsOf = (area) => not(`^~/areas/(?!${area}/)[^/]+/(.*/)?inside/`);
const doors = not("^~/areas/.*/inside/");
const typesOnly = (parts) => not(`^~/(${parts})/`, { allowTypeImports: true });
const restrict = (patterns, paths = []) => ({
  "@typescript-eslint/no-restricted-imports": [
    "error",
    { paths: [routerOfServer, ...onlyByRemix, ...paths], patterns: [byAlias, ...patterns] },
  ],
});

/** The last that matches a file counts. */
const floors = [
  [
    ["app/**", "workers/**"],
    [doors, not("^~/routes/")],
  ],
  [["app/*"], [doors, not("^~/routes/"), typesOnly("db|integrations")]],
  [["app/domain/**"], [not("^(?!\\.|~/domain/|node:crypto$)")]],
  [["app/content/**"], [only("content/", "domain/")]],
  [["app/db/**"], [only("db/", "domain/")]],
  [["app/integrations/**"], [only("integrations/", "domain/")]],
  [["app/mail/**"], [only("mail/", "content/")]],
  [["app/core/**"], [only("core/", "domain/", "db/", "content/", "mail/", PORT)]],
  ...AREAS.map((area, floor) => {
    const below = AREAS.slice(0, floor + 1).map((name) => `areas/${name}/`);
    return [
      [`app/areas/${area}/**`],
      [only(...below, "core/", "domain/", "db/", "content/", "mail/", PORT), doorsOf(area)],
    ];
  }),
  // A list of the console is declared with the cells that show it.
  [["app/areas/console/lists/**"], [only("areas/", "core/", "domain/", "db/", "content/", "ui/"), doorsOf("console")]],
  [["app/ui/**", "app/islands/**"], [only("ui/", "islands/", "content/", "domain/")], [noIds]],
  [
    // Server carries requests and decides nothing. Sessions may run the work they are given.
    ["app/server/**"],
    [
      only("server/", "core/", "areas/", "domain/", "content/", "db/", PORT),
      doors,
      not("^~/db/(?!work$)|^drizzle-orm", { allowTypeImports: true }),
    ],
  ],
  [
    ["app/server/deps.ts", "app/server/deps/**"],
    [doors, not("^~/(ui|api|routes|mail)/")],
  ],
  [["app/api/**"], [doors, not("^~/(ui|mail|routes)/|^drizzle-orm"), typesOnly("db|integrations")]],
  [["app/routes/**"], [doors, not("^~/(api|mail|routes)/"), typesOnly("db|integrations")]],
  [["app/routes/{api,certificates}.$*"], [doors, not("^~/(ui|mail|routes)/"), typesOnly("db|integrations")]],
  [["workers/sandbox/**"], [only("domain/", "content/", "integrations/"), not("^(\\.\\./)+(settlement|local)/")]],
  [["workers/settlement/**"], [doors, not("^~/(ui|api|mail|routes)/|^(\\.\\./)+(sandbox|local)/")]],
];

export default tseslint.config(
  { ignores: ["build/", "**/.wrangler/", "tests/", "public/", "scripts/*", "!scripts/seed/", "*.*"] },
  // Directives in comments change nothing: a rule holds everywhere or is changed here.
  { linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: "error" } },
  { rules: { "no-restricted-syntax": ["error", ...restrictedSyntax] } },
  { files: code, languageOptions: { parser: tseslint.parser } },
  { plugins: { "@typescript-eslint": tseslint.plugin } },
  ...floors.map(([globs, patterns, paths]) => ({
    files: globs.map((glob) => [glob, "**/*.{ts,tsx}"]),
    rules: restrict(patterns, paths),
  })),
  {
    files: ["app/**/*.{ts,tsx}", "workers/**/*.ts", "scripts/seed/**/*.ts"],
    ignores: ["app/db/**", "workers/local/sql-door.ts"],
    rules: { "no-restricted-syntax": ["error", ...restrictedSyntax, batch, answersByPosition] },
  },
  {
    // Mail programs drop style sheets, and no Content-Security-Policy holds in a mail.
    files: ["app/mail/**"],
    rules: {
      "no-restricted-syntax": [
        "error",
        ...restrictedSyntax.filter(({ selector }) => !selector.includes("style")),
        batch,
        answersByPosition,
      ],
    },
  },
  {
    files: ["app/**/*.tsx"],
    extends: [a11y.flatConfigs.strict],
    plugins: { "react-hooks": hooks },
    rules: { ...hooks.configs.recommended.rules, "react-hooks/exhaustive-deps": "error" },
  },
);
