import { type Asked, type Row, signedIn } from "./access-rows";

const going = (route: string, path: Row["path"]): Row => ({
  route,
  what: "going on with it",
  method: "POST",
  path,
  body: () => ({ body: "And what about the storage?" }),
  answers: signedIn(404, { owner: "/customer-support/REQUEST" }),
  writes: ["owner"],
  counted: true,
});

const thread = ({ things }: Asked) => `/customer-support/${things.requestId}`;

/** What the owner wrote is the owner's to read and go on with, and so is what went to the owner. */
export const THREAD_ROWS: Row[] = [
  { route: "customer-support_.$number", path: thread, answers: signedIn(404, { owner: 200 }) },
  going("customer-support_.$number", thread),
  going("notices_.$id", ({ things }) => `/notices/${things.messageId}`),
];
