import type { TestContext } from "../../support/context";
import { putCask, signIn } from "../../support/people";
import { run } from "./rows-in-states";

const DRAWN = "csk_drawn";
const launchDay = Date.parse("2026-11-22");

const drawOf = (caskId: string, columns = "", values = "") =>
  `INSERT INTO launch_draws (cask_id, seed, chosen_at_ms${columns}) VALUES ('${caskId}', '${"5".repeat(64)}', 1${values})`;

/** A published cask whose places were drawn. */
export async function fillDraws(context: TestContext): Promise<void> {
  const draft = await putCask(context, { published: false });
  await run(
    `UPDATE casks SET id = '${DRAWN}', draw_commitment = 'c', launches_on = '2026-11-22' WHERE id = '${draft}'`,
  );
  await run(drawOf(DRAWN));
  await run(`UPDATE casks SET state = 'published' WHERE id = '${DRAWN}'`);
  await run(`UPDATE launch_draws SET drawn_at_ms = 2, tickets = '[]' WHERE cask_id = '${DRAWN}'`);
}

/** By the name of each rule, what it must refuse about the draw of places. */
export async function trespassesOfDraws(context: TestContext): Promise<Record<string, string[]>> {
  const [draft, waiting, published] = [
    await putCask(context, { published: false }),
    await putCask(context, { published: false }),
    await putCask(context),
  ];
  await run(`UPDATE casks SET draw_commitment = 'c', launches_on = '2026-11-22' WHERE id = '${waiting}'`);
  await run(drawOf(waiting));
  await run(`UPDATE casks SET state = 'published' WHERE id = '${waiting}'`);
  const { userId } = await signIn(context);
  const bought = (atMs: number) => `INSERT INTO payments
    (id, user_id, purpose, cask_id, product_name, amount_cents, mode, provider, expires_at_ms, created_at_ms, updated_at_ms)
    VALUES ('pay_${atMs}', '${userId}', 'stake', '${waiting}', 'p', 1, 'Bank', 'stripe', ${atMs + 1}, ${atMs}, ${atMs})`;
  // When the minute is over, and whoever it is that draws places does not: as if there were no draw.
  await run(bought(launchDay + 60_000));
  return {
    launch_draws_of_drafts: [drawOf(published), drawOf(draft, ", drawn_at_ms, tickets", ", 2, '[]'")],
    launch_draws_once: [`UPDATE launch_draws SET tickets = '[1]' WHERE cask_id = '${DRAWN}'`],
    launch_draws_are_kept: [`DELETE FROM launch_draws WHERE cask_id = '${waiting}'`],
    casks_draw_fixed: [
      `UPDATE casks SET draw_commitment = NULL WHERE id = '${waiting}'`,
      `UPDATE casks SET draw_commitment = 'c' WHERE id = '${published}'`,
    ],
    payments_not_before_the_draw: [bought(launchDay), bought(launchDay + 59_999)],
  };
}
