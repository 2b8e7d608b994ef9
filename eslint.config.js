// What is ours, what needs selectors, and accessibility. All else, the rules that need types too, is Oxlint's (.oxlintrc.json).
import a11y from "eslint-plugin-jsx-a11y";
import hooks from "eslint-plugin-react-hooks";
import tseslint from "typescript-eslint";
import { dependencyDirection } from "./scripts/lint/dependency-direction.mjs";
import { vendorNames } from "./scripts/lint/vendor-names.mjs";
import { visitorTexts } from "./scripts/lint/visitor-texts.mjs";

const code = ["app/**/*.{ts,tsx}", "workers/**/*.ts", "scripts/seed/**/*.ts"];
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

export default tseslint.config(
  { ignores: ["build/", "**/.wrangler/", "tests/", "public/", "scripts/*", "!scripts/seed/", "*.*"] },
  // Directives in comments change nothing: a rule holds everywhere or is changed here.
  { linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: "error" } },
  { rules: { "no-restricted-syntax": ["error", ...restrictedSyntax] } },
  { files: code, languageOptions: { parser: tseslint.parser } },
  {
    files: product,
    plugins: { dunnage: { rules: ours } },
    rules: {
      "dunnage/dependency-direction": "error",
      "dunnage/vendor-names": "error",
      "dunnage/visitor-texts": "error",
      "no-restricted-imports": ["error", { paths: [routerOfServer, ...onlyByRemix] }],
    },
  },
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
  {
    files: ["app/**/*.tsx"],
    extends: [a11y.flatConfigs.strict],
    plugins: { "react-hooks": hooks },
    rules: { ...hooks.configs.recommended.rules, "react-hooks/exhaustive-deps": "error" },
  },
);
