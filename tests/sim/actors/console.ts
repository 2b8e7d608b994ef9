import { reissueCertificate, voidCertificate } from "~/areas/holdings/certificates/reissue-certificate";
import { paymentQuery } from "~/areas/console/read-payment";
import { outboxId } from "~/core/outbox/kinds";
import type { OperatorAccess } from "~/core/session/guarded";
import type { Work } from "~/db/work";
import { giveBack } from "~/areas/buying/settlement/give-back";
import { askSupport } from "~/areas/support/ask-support";
import type { Shop } from "../shop";
import { OPERATOR } from "../template-plan";
import { pressAs } from "./sign-in";

// What operators do to single payments and certificates: they give money back, make certificates void and reissue them. Each presses
// again while there is no answer, now and then at the same time as a colleague.

type Done = { ok: true } | { ok: false; code: string };

export async function workAtConsole(shop: Shop, longestPauseMs: number): Promise<void> {
  const { random } = shop.world;
  for (let times = random.between(1, 3); times > 0; times--) {
    await shop.world.sleep(random.between(60_000, longestPauseMs));
    const act = random.pick([refund, voidOne, reissue, cancelPurchase]);
    const pressed = act(shop);
    if (random.chance(0.3)) void random.pick([refund, voidOne, reissue, cancelPurchase])(shop);
    await pressed;
  }
}

/** Any payment may be pressed: what cannot be given back must be refused. */
async function refund(shop: Shop): Promise<void> {
  const paymentId = someId(
    shop,
    "SELECT id FROM payments WHERE state IN ('settled', 'refunding', 'disputed') ORDER BY id",
  );
  if (paymentId === null) return;
  const fresh = { certificateId: shop.world.newId("crt"), certificateCode: shop.world.newId("code") };
  await press(shop, "give back", async ({ db, nudge }, run) => {
    const payment = await run(() => paymentQuery(db, paymentId));
    if (!payment) return { ok: false, code: "no-such-payment" };
    const outcome = await run((operator) =>
      giveBack(db, { operator, payment, reason: "Bought by mistake.", ...fresh }),
    );
    if (outcome.ok) await nudge([outboxId("refund-payment", paymentId)]);
    return outcome;
  });
}

/** By its buyer, on the public page. */
async function cancelPurchase(shop: Shop): Promise<void> {
  const paymentId = someId(shop, "SELECT id FROM payments WHERE state = 'settled' AND purpose = 'stake' ORDER BY id");
  if (paymentId === null) return;
  const [name, email] = ["Asha Rao", `${paymentId}@example.com`];
  const answer = await shop.world.invoke("cancel purchase", (invocation) =>
    askSupport(shop.deps(invocation), {
      name,
      contact: { channel: "email", value: email },
      kind: "cancellation",
      code: paymentId,
      message: `I cancel ${paymentId}.`,
      ip: "198.51.100.7",
      claim: null,
    }),
  );
  if (answer.ok) shop.world.count(answer.value.ok ? "cancel purchase: asked" : "cancel purchase: too often");
}

async function voidOne(shop: Shop): Promise<void> {
  const certificateId = someId(shop, "SELECT id FROM certificates ORDER BY id");
  if (certificateId === null) return;
  await press(shop, "void", ({ db }, run) =>
    run((operator) => voidCertificate(db, { operator, certificateId, reason: "Lost by its holder." })),
  );
}

async function reissue(shop: Shop): Promise<void> {
  const { world } = shop;
  const certificateId = someId(shop, "SELECT id FROM certificates ORDER BY id");
  if (certificateId === null) return;
  const [newId, newCode] = [world.newId("crt"), world.newId("code")];
  await press(shop, "reissue", ({ db }, run) =>
    run((operator) => reissueCertificate(db, { operator, certificateId, newId, newCode })),
  );
}

function someId({ store, world }: Shop, query: string): string | null {
  const found = store.rows<{ id: string }>(query);
  return found.length === 0 ? null : world.random.pick(found).id;
}

type Deps = ReturnType<Shop["deps"]>;
/** One batch of the operator's. */
type Run = <T>(make: (operator: OperatorAccess) => Work<T>) => Promise<T>;

async function press(shop: Shop, what: string, act: (deps: Deps, run: Run) => Promise<Done>): Promise<void> {
  const { world } = shop;
  for (let again = 0; again < 3; again++) {
    const answer = await pressAs(shop, what, OPERATOR, (deps, session) =>
      act(deps, async (make) => (await session.write(make)).result),
    );
    if (answer.ok) return world.count(answer.value.ok ? `${what}: done` : `${what}: ${answer.value.code}`);
    await world.sleep(5_000);
  }
}
