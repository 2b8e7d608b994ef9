import type Stripe from "stripe";

/** Typed by the pinned package: after an upgrade this line does not compile until it names the new version. */
export const STRIPE_VERSION: Stripe.LatestApiVersion = "2026-10-28.endive";
