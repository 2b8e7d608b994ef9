// Buyers who sign up, pay the joining fee and buy stakes, by card and by crypto. Not all behave: some leave, some
// cancel and pay all the same, some pay twice in two ways.
import { randomBytes } from "node:crypto";
import { CASKS } from "./stage.mjs";

const STAKES_EACH = 3;
const chance = (probability) => Math.random() < probability;
const pick = (list) => list[Math.floor(Math.random() * list.length)];

export const newBuyer = () => ({
  email: `buyer-${randomBytes(6).toString("hex")}@example.com`,
  visitor: null,
  bought: 0,
});

/** Makes one purchase or one step towards it. @returns the buyer to continue with */
export async function takeStep(world, buyer) {
  if (buyer.visitor === null) {
    buyer.visitor = await world.signIn(buyer.email);
    return buyer.visitor === null ? newBuyer() : buyer;
  }
  if (buyer.interrupted) {
    if (!(await world.expectSignedIn(buyer.visitor, buyer.email))) return newBuyer();
    buyer.interrupted = false;
  }
  buyer.interrupted = true; // until this step has finished
  if (!buyer.active) buyer.active = await payFee(world, buyer);
  else if (buyer.bought < STAKES_EACH) {
    buyer.bought += 1;
    await purchase(world, buyer, { cask: pick(CASKS).id });
  } else return newBuyer();
  buyer.interrupted = false;
  return buyer;
}

async function payFee(world, buyer) {
  const checkout = await purchase(world, buyer, { product: "joining-fee" });
  return checkout === null; // nothing left to pay
}

/** @returns the checkout's URL, or null if nothing could be bought */
async function purchase(world, { visitor }, what) {
  const mode = pick(["Bank", "Crypto"]);
  const first = await openCheckout(world, visitor, { ...what, paymentMode: mode });
  if (first === null || chance(0.04)) return first;
  if (chance(0.08)) {
    // Pays in two ways at once, in two windows: at most one of them may buy.
    const other = await openCheckout(world, visitor, { ...what, paymentMode: mode === "Bank" ? "Crypto" : "Bank" });
    await pay(world, visitor, first);
    if (other !== null) await pay(world, visitor, other);
    return first;
  }
  if (chance(0.1)) {
    const { location } = await world.send(visitor, first, { outcome: "cancel" });
    if (location) await world.send(visitor, location);
    if (chance(0.5)) return first;
  }
  if (chance(0.1)) await world.send(visitor, first, { outcome: "declined" });
  await pay(world, visitor, first);
  return first;
}

async function openCheckout(world, visitor, form) {
  const { location } = await world.send(visitor, "/stripe-secure", { full_name: "Asha Rao", ...form });
  if (!location?.includes("/sandbox/checkout/")) return null;
  world.checkouts.add(location);
  return location;
}

async function pay(world, visitor, checkout) {
  const { location } = await world.send(visitor, checkout, { outcome: "paid" });
  if (!location) return;
  world.paid.add(checkout);
  for (let looks = 0; looks < 2 && chance(0.7); looks += 1) await world.send(visitor, location);
}
