import { copperx } from "./copperx/stand-in";
import type { VendorName } from "./env";
import { msg91 } from "./msg91/api";
import { resend } from "./resend/emails";
import { stripe } from "./stripe/stand-in";
import type { Vendor } from "./vendor";

export const VENDORS: Readonly<Record<VendorName, Vendor>> = { stripe, copperx, msg91, resend };
