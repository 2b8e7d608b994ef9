import * as z from "zod";
import { apiTexts } from "~/content/api-texts";
import { address, type doneSchema } from "./wire-fields";

export const addLeadBody = z.object(address).meta({ description: "Either email or phone_number." });

export function addLeadWire(): z.infer<typeof doneSchema> {
  return { status: true, message: apiTexts.leadKept };
}
