import { BANK, cardBody, cryptoBody, feeBody, withdrawBody } from "../../routes/api/support/samples";
import { ALL, type Asked, caller, LIVE, onlyOwner, type Row, same } from "./access-rows";

const own = ({ asker }: Asked) => asker?.userId ?? "usr_none";
const owners = ({ things }: Asked) => things.ownerId;
const personal = () => ({ full_name: "Asha Rao", address: "Pune" });

/** Twice: with the caller's own id, and with the owner's, which only the owner may use. */
function withIds(
  row: Omit<Row, "path"> & { path: (id: string) => string; sent?: (id: string, asked: Asked) => object },
) {
  const { path, sent, ...rest } = row;
  const of = (id: (asked: Asked) => string) => ({
    path: (asked: Asked) => path(id(asked)),
    ...(sent && { body: (asked: Asked) => sent(id(asked), asked) as Record<string, unknown> }),
  });
  const what = (whose: string) => [row.what, whose].filter(Boolean).join(", ");
  const writes = row.writes?.filter((role) => role === "owner");
  return [
    { ...rest, ...of(owners), what: what("the owner's id"), ...onlyOwner(row.answers.owner), writes },
    { ...rest, ...of(own), what: what("own id") },
  ];
}

export const CALL_ROWS: Row[] = [
  { route: "api.$", path: () => "/api/nothing", answers: same(404) },
  { route: "api.openapi[.]json", path: () => "/api/openapi.json", answers: same(200) },
  {
    route: "api.otp.send",
    method: "POST",
    path: () => "/api/otp/send",
    body: () => ({ email: `${crypto.randomUUID()}@example.com` }),
    answers: same(200),
    writes: ALL,
  },
  {
    route: "api.otp.verify",
    method: "POST",
    path: () => "/api/otp/verify",
    body: () => ({ msg91Id: "none", otp: "123456" }),
    answers: same(400),
  },
  {
    route: "api.leads.add_leads",
    method: "POST",
    path: () => "/api/leads/add_leads",
    body: () => ({ email: `${crypto.randomUUID()}@example.com` }),
    answers: same(200),
    writes: ALL,
  },
  {
    route: "api.users.add_user",
    what: "own address",
    method: "POST",
    path: () => "/api/users/add_user",
    body: ({ asker }) => ({ email: asker?.email ?? "nobody@example.com" }),
    answers: caller(200),
  },
  {
    route: "api.users.add_user",
    what: "someone else's address",
    method: "POST",
    path: () => "/api/users/add_user",
    body: () => ({ email: "someone-else@example.com" }),
    answers: caller(403),
  },
  { route: "api.onetimepay.get_joiningfee", path: () => "/api/onetimepay/get_joiningfee", answers: caller(200) },
  { route: "api.cask.get_casks", path: () => "/api/cask/get_casks", answers: caller(200) },
  {
    route: "api.cask.$id.stakes",
    path: ({ things }) => `/api/cask/${things.openCaskId}/stakes`,
    answers: caller(200),
  },
  ...withIds({ route: "api.users.$id", path: (id) => `/api/users/${id}`, answers: caller(200) }),
  ...withIds({
    route: "api.users.get_user_details",
    path: (id) => `/api/users/get_user_details?id=${id}`,
    answers: caller(200),
  }),
  ...withIds({ route: "api.users.referrals", path: (id) => `/api/users/referrals?userId=${id}`, answers: caller(200) }),
  ...["api.users.$id", "api.users.update_user.$id"].flatMap((route) =>
    withIds({
      route,
      what: "save",
      method: "PUT",
      path: (id) => `/${route.replace(".$id", "").replaceAll(".", "/")}/${id}`,
      sent: personal,
      answers: caller(200),
      writes: LIVE,
    }),
  ),
  ...withIds({
    route: "api.users.update_bank_details.$id",
    method: "PUT",
    path: (id) => `/api/users/update_bank_details/${id}`,
    sent: () => BANK,
    answers: caller(200),
    writes: LIVE,
  }),
  ...withIds({
    route: "api.users.withdraw",
    what: "the owner's return",
    method: "POST",
    path: () => "/api/users/withdraw",
    sent: (id, { things }) => withdrawBody(id, things.stakeId),
    answers: caller(409, { newcomer: 403, owner: 200 }),
    writes: ["owner"],
  }),
  ...withIds({
    route: "api.stripe.create-checkout-session",
    method: "POST",
    path: () => "/api/stripe/create-checkout-session",
    sent: (id, { things }) => cardBody(id, things.openCaskId),
    answers: caller(200, { newcomer: 403 }),
    writes: ["stranger", "operator", "owner"],
  }),
  ...withIds({
    route: "api.crypto.create-checkout-session",
    method: "POST",
    path: () => "/api/crypto/create-checkout-session",
    sent: (id, { things }) => cryptoBody(id, things.openCaskId),
    answers: caller(200, { newcomer: 403 }),
    writes: ["stranger", "operator", "owner"],
  }),
  ...withIds({
    route: "api.stripe.create-onetimepay",
    method: "POST",
    path: () => "/api/stripe/create-onetimepay",
    sent: (id) => feeBody(id),
    answers: caller(409, { newcomer: 200 }),
    writes: ["newcomer"],
  }),
];
