// What is done to an installation: npm run ops -- WHAT [ARGUMENT...]. `docs/commands.md` says what each takes.
const FILES = {
  grant: "operator-grant",
  revoke: "operator-revoke",
  backup: "backup",
  "restore-drill": "restore-drill",
  reconcile: "reconcile",
  secrets: "secrets",
  "stripe-endpoint": "stripe-endpoint",
};
const [what] = process.argv.splice(2, 1);
if (!Object.hasOwn(FILES, what ?? "")) {
  console.error(`Usage: npm run ops -- ${Object.keys(FILES).join("|")} [ARGUMENT...]`);
  process.exit(1);
}
await import(`./${FILES[what]}.mjs`);
