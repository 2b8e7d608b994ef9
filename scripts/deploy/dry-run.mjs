// npm run deploy -- --dry-run: says what would be done and what would stop it. Asks no one, changes nothing.
import { describePlan } from "./describe-plan.mjs";
import { lookOver } from "./look-over.mjs";
import { readProduction } from "./settings.mjs";

/**
 * @param {{ root: string, env: Record<string, string | undefined>, say: (line: string) => void, build: () => Promise<{ problems: string[], sizes: string[] }> }} world
 * @returns {Promise<boolean>} whether nothing known here would stop a deploy
 */
export async function dryRun({ root, env, say, build }) {
  const production = await readProduction(root);
  const { problems: broken, sizes } = await build();
  const problems = [...(await lookOver(production, { root, env })), ...broken];
  say("A deploy would do this, in this order:");
  for (const line of describePlan({ production, root })) say(line);
  say(`Both Workers ${broken.length === 0 ? `are built: ${sizes.join("; ")}` : "are not built"}`);
  say("Nothing was asked over the network: which resources, secrets and migrations are missing is seen by the deploy.");
  say(problems.length === 0 ? "Nothing stands in its way." : `\n${problems.length} things would stop it:`);
  for (const problem of problems) say(`  - ${problem}`);
  return problems.length === 0;
}
