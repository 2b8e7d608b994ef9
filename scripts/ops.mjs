// What is done to an installation: npm run ops -- WHAT [ARGUMENT...]. `docs/commands.md` says what each takes.
const COMMANDS = {
  grant: async () => (await import("./ops/roles.mjs")).grant(),
  revoke: async () => (await import("./ops/roles.mjs")).revoke(),
  backup: async () => (await import("./ops/backup.mjs")).backup(),
  "restore-drill": async () => (await import("./ops/restore-drill.mjs")).restoreDrill(),
  reconcile: async () => (await import("./ops/reconcile.mjs")).reconcile(),
  secrets: async () => (await import("./deploy/secrets.mjs")).setSecrets(),
  "stripe-endpoint": async () => (await import("./deploy/stripe-endpoint.mjs")).stripeEndpoint(),
};
const [what = ""] = process.argv.splice(2, 1);
try {
  if (!Object.hasOwn(COMMANDS, what))
    throw new Error(`Usage: npm run ops -- ${Object.keys(COMMANDS).join("|")} [ARGUMENT...]`);
  await COMMANDS[what]();
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
