import { type Row, same, signedIn } from "./access-rows";

const send = (what: string, intent: string, writes: Row["writes"] = []): Row => ({
  route: "watch",
  what,
  method: "POST",
  path: () => "/watch",
  // Acts on the user who asks, whatever id is sent.
  body: ({ things }) => ({ cask: things.openCaskId, intent, user_id: things.ownerId, userId: things.ownerId }),
  answers: signedIn("/cask-information?cask=CASK#watch"),
  writes,
  counted: true,
});

/** Watching a cask: for those who may know its dates. */
export const WATCH_ROWS: Row[] = [
  { route: "watch", path: () => "/watch", answers: same("/invest") },
  send("a cask that is open", "watch", ["stranger", "operator", "reader", "owner"]),
  send("one that nobody watches, no more", "unwatch"),
];
