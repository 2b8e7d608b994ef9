import a11y from "eslint-plugin-jsx-a11y";
import hooks from "eslint-plugin-react-hooks";
import tseslint from "typescript-eslint";
import { dependencyDirection } from "./scripts/lint/dependency-direction.mjs";
import { vendorNames } from "./scripts/lint/vendor-names.mjs";
import { visitorTexts } from "./scripts/lint/visitor-texts.mjs";

const code = ["app/**/*.{ts,tsx}", "workers/**/*.ts", "tests/**/*.{ts,tsx}", "scripts/**/*.ts", "*.ts"];
const product = ["app/**/*.{ts,tsx}", "workers/**/*.ts"];

const ours = {
  "dependency-direction": dependencyDirection,
  "vendor-names": vendorNames,
  "visitor-texts": visitorTexts,
};

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

/** Nothing of the router runs in a browser: known advisories (scripts/known-advisories.mjs) are about what it does there. */
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

/** Guards end a request by throwing its answer; only these are thrown besides errors. */
const thrownOnPurpose = [
  { from: "lib", name: "Response" },
  { from: "package", package: "@cloudflare/workers-types", name: "Response" },
  { from: "package", package: "@remix-run/server-runtime", name: "TypedResponse" },
];

const nodeGlobals = [
  ...[
    "process",
    "console",
    "Buffer",
    "URL",
    "URLSearchParams",
    "fetch",
    "Request",
    "Response",
    "Headers",
    "AbortController",
    "AbortSignal",
    "performance",
  ],
  ...[
    "setTimeout",
    "clearTimeout",
    "setInterval",
    "clearInterval",
    "setImmediate",
    "structuredClone",
    "document",
    "TextEncoder",
  ],
];

const notInTests = ["argument", "assignment", "call", "member-access", "return"].map((what) => [
  `@typescript-eslint/no-unsafe-${what}`,
  "off",
]);

export default tseslint.config(
  { ignores: ["build/", "node_modules/", "**/.wrangler/", "tests/.tmp/", "migrations/", "public/"] },
  // Directives in comments change nothing: a rule holds everywhere or is changed here.
  { linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: "error" } },
  {
    rules: {
      eqeqeq: "error",
      "no-var": "error",
      "prefer-const": "error",
      "no-debugger": "error",
      "no-eval": "error",
      "no-implied-eval": "error",
      "no-restricted-syntax": ["error", ...restrictedSyntax],
      "no-warning-comments": ["error", { terms: ["todo", "fixme", "xxx"], location: "anywhere" }],
      "object-shorthand": "error",
    },
  },
  {
    files: code,
    extends: [tseslint.configs.recommended],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      "@typescript-eslint/ban-ts-comment": ["error", { "ts-expect-error": true }],
      "@typescript-eslint/await-thenable": "error",
      "@typescript-eslint/consistent-type-definitions": "off",
      "@typescript-eslint/consistent-type-imports": ["error", { fixStyle: "inline-type-imports" }],
      "@typescript-eslint/no-base-to-string": "error",
      "@typescript-eslint/no-empty-object-type": ["error", { allowInterfaces: "with-single-extends" }],
      "@typescript-eslint/no-explicit-any": "error",
      "@typescript-eslint/no-floating-promises": "error",
      "@typescript-eslint/no-misused-promises": ["error", { checksVoidReturn: { attributes: false } }],
      "@typescript-eslint/no-non-null-assertion": "error",
      "@typescript-eslint/no-unsafe-argument": "error",
      "@typescript-eslint/no-unsafe-assignment": "error",
      "@typescript-eslint/no-unsafe-call": "error",
      "@typescript-eslint/no-unsafe-member-access": "error",
      "@typescript-eslint/no-unsafe-return": "error",
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      "@typescript-eslint/only-throw-error": ["error", { allow: thrownOnPurpose }],
      "@typescript-eslint/return-await": ["error", "error-handling-correctness-only"],
      "@typescript-eslint/switch-exhaustiveness-check": ["error", { considerDefaultExhaustiveForUnions: true }],
    },
  },
  {
    files: product,
    plugins: { dunnage: { rules: ours } },
    rules: {
      "dunnage/dependency-direction": "error",
      "dunnage/vendor-names": "error",
      "dunnage/visitor-texts": "error",
      "max-lines": ["error", { max: 300 }],
      "max-lines-per-function": ["error", { max: 60, skipBlankLines: true, skipComments: true }],
      "no-console": "error",
    },
  },
  { files: product, rules: { "no-restricted-imports": ["error", { paths: [routerOfServer, ...onlyByRemix] }] } },
  {
    files: ["app/ui/**", "app/islands/**"],
    rules: { "no-restricted-imports": ["error", { paths: [routerOfServer, ...onlyByRemix, noIds] }] },
  },
  {
    files: ["app/**/*.{ts,tsx}", "workers/**/*.ts", "scripts/seed/**/*.ts"],
    ignores: ["app/db/**", "scripts/seed/grouped-d1.ts", "workers/local/sql-door.ts"],
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
  { files: ["app/server/log.ts", "workers/*/log.ts"], rules: { "no-console": "off" } },
  { files: ["app/content/**"], rules: { "max-lines": "off" } },
  {
    // Filled by the modules that keep something in the sandbox's store.
    files: ["workers/sandbox/store/store.ts"],
    rules: { "@typescript-eslint/no-empty-object-type": "off" },
  },
  {
    files: ["app/**/*.tsx"],
    extends: [a11y.flatConfigs.strict],
    plugins: { "react-hooks": hooks },
    rules: {
      ...hooks.configs.recommended.rules,
      "react-hooks/exhaustive-deps": "error",
      // Markup takes more lines than logic.
      "max-lines-per-function": ["error", { max: 80, skipBlankLines: true, skipComments: true }],
    },
  },
  {
    // Answers are read as they come and then compared.
    files: ["tests/**"],
    rules: { "max-lines": ["error", { max: 300 }], ...Object.fromEntries(notInTests) },
  },
  {
    // No compiler looks at these: a name that nothing defines must not wait for its moment.
    files: ["scripts/**/*.mjs", "tests/**/*.mjs"],
    languageOptions: { globals: Object.fromEntries(nodeGlobals.map((name) => [name, "readonly"])) },
    rules: { "max-lines": ["error", { max: 300 }], "no-undef": "error" },
  },
  {
    // Some of their functions run in a page.
    files: ["scripts/bench-pages/*.mjs"],
    languageOptions: {
      globals: Object.fromEntries(
        ["window", "navigator", "addEventListener", "requestAnimationFrame", "PerformanceObserver"].map((name) => [
          name,
          "readonly",
        ]),
      ),
    },
  },
);
