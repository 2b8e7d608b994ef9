import * as z from "zod";
import { apiTexts } from "~/content/api-texts";
import { messages } from "~/content/messages";
import { readPersonal } from "~/areas/accounts/profile/personal-details";
import { readUserDetails } from "~/areas/holdings/portfolio/read-user-details";
import { savePersonalDetails } from "~/areas/accounts/profile/save-personal-details";
import { readId } from "~/server/read-id";
import { withinLimit } from "~/server/session/within-limit";
import { done, doneSchema, fieldProblem, problem } from "./answer";
import { call, type SessionHandlerArgs } from "./call";
import { detailsAnswer, userDetailsWire } from "./user-details";

// A user's details at the two paths that clients know, and how to change them. Only ever the viewer's own.

const before = { name: "before", required: false, description: "The older_before of the page before" };

export const getUserDetails = call({
  operationId: "getUserDetails",
  method: "GET",
  path: "/api/users/get_user_details",
  summary: "Portfolio, tokens and details of the caller.",
  ownId: { in: "query", name: "id" },
  query: [before],
  answer: detailsAnswer,
  errors: [400, 403],
  handle: readUser,
});

export const getUser = call({
  operationId: "getUser",
  method: "GET",
  path: "/api/users/{id}",
  summary: "The same details by path.",
  ownId: { in: "path", name: "id" },
  query: [before],
  answer: detailsAnswer,
  errors: [403],
  handle: readUser,
});

async function readUser({ request, context, session }: SessionHandlerArgs): Promise<z.infer<typeof detailsAnswer>> {
  const before = new URL(request.url).searchParams.get("before");
  const beforeId = before === null ? null : readId(before);
  const { viewer, nowMs, rows } = await readUserDetails(context, session, beforeId);
  const { id, activated } = viewer;
  return { status: true, data: userDetailsWire(rows, { id, activated, nowMs, origin: context.origin }) };
}

/** A field left out stays unchanged. Lengths and formats follow the rules of the page's form. */
const personalBody = z.object({
  full_name: z.string().optional(),
  name_on_certificate: z
    .string()
    .optional()
    .meta({ description: "The full name in Latin letters, for a script that certificates cannot print" }),
  email: z
    .string()
    .optional()
    .meta({ description: "Another address than the present one is refused: it needs a code" }),
  address: z.string().optional(),
});

export const putUser = call({
  operationId: "putUser",
  method: "PUT",
  path: "/api/users/{id}",
  summary: "Save name and address.",
  ownId: { in: "path", name: "id" },
  body: personalBody,
  answer: doneSchema,
  errors: [403, 429],
  handle: savePersonal,
});

export const updateUser = call({
  operationId: "updateUser",
  method: "PUT",
  path: "/api/users/update_user/{id}",
  summary: "Save name and address. Another email address needs a code and is refused here.",
  ownId: { in: "path", name: "id" },
  body: personalBody,
  answer: doneSchema,
  errors: [403, 429],
  handle: savePersonal,
});

async function savePersonal({ body, context, session }: SessionHandlerArgs<typeof personalBody>) {
  const read = readPersonal(body);
  if (!read.ok) return fieldProblem(read.errors, messages.somethingWrong);
  const saved = await savePersonalDetails(context, withinLimit(context, session, "personal-details"), {
    sent: read.values,
    otherEmail: "save-nothing",
  });
  if (saved.email.kind !== "none") return problem(400, apiTexts.emailNeedsCode, { field: "email" });
  return done(messages.userUpdated);
}
