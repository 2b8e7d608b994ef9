import { messages } from "~/content/messages";
import { personalBody } from "./account-wire";
import { apiTexts } from "~/content/api-texts";
import { userDetailsWire } from "./user-details";
import { readPersonal } from "~/features/profile/personal-details";
import { readUserDetails } from "~/features/profile/read-user-details";
import { savePersonalDetails } from "~/features/profile/save-personal-details";
import type { Session } from "~/features/session/session";
import { answer, problem } from "./answer";
import { requireApiSession } from "./caller";
import { readBody, readFields, refuseForeignId } from "./fields";
import type { ApiArgs } from "./dispatch";
import { readId } from "~/server/read-id";

// A user's details under the two addresses clients know, and their change. Only ever the caller's own.

export async function readUser(args: ApiArgs, session: Session): Promise<Response> {
  const { origin } = args.context;
  const before = new URL(args.request.url).searchParams.get("before");
  const beforeId = before === null ? null : readId(before);
  const { viewer, nowMs, rows } = await readUserDetails(args.context, session, beforeId);
  const { id, activated } = viewer;
  return answer({ status: true, data: userDetailsWire(rows, { id, activated, nowMs, origin }) });
}

export async function updateUser(args: ApiArgs): Promise<Response> {
  const session = await requireApiSession(args);
  refuseForeignId(session, args.params.id, "id");
  const read = readPersonal(readFields(personalBody, await readBody(args.request)));
  if (!read.ok) {
    const [field, message] = Object.entries(read.errors)[0] ?? [];
    return problem(400, message ?? messages.somethingWrong, { field });
  }
  const saved = await savePersonalDetails(args.context, session, { sent: read.values, otherEmail: "save-nothing" });
  if (saved.email.kind !== "none") return problem(400, apiTexts.emailNeedsCode, { field: "email" });
  return answer({ status: true, message: messages.userUpdated });
}
