import { buildApp } from "./steps/build-app.mjs";
import { ensureInstalled } from "./steps/install.mjs";
import { ensureLocalSecrets } from "./steps/local-secrets.mjs";

await ensureInstalled();
if (!process.argv.includes("--for-production")) ensureLocalSecrets();
if (!(await buildApp())) process.exit(1);
