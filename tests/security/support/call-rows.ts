import { EXPORTED_LISTS } from "~/areas/console/list-export";
import { BANK } from "../../support/wallet";
import { cardBody, cryptoBody, feeBody, withdrawBody } from "../../routes/api/support/samples";
import {
  ALL,
  type Answers,
  type Asked,
  caller,
  LIVE,
  type More,
  onlyOwner,
  read,
  type Row,
  same,
  send,
} from "./access-rows";
import { PAGE_ROWS } from "./page-rows";

/** Each list that operators may take away, for what it costs; who may is in the table. */
export const LIST_ROWS: readonly Row[] = EXPORTED_LISTS.map((list) => ({
  route: "operator.$list[.]csv",
  what: list,
  path: () => `/operator/${list}.csv`,
  answers: same(404),
}));

const own = ({ asker }: Asked) => asker?.userId ?? "usr_none";
const owners = ({ things }: Asked) => things.ownerId;
const personal = () => ({ full_name: "Asha Rao", address: "Pune" });

const api = (call: string) => ({ route: "api.$", call });

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

/** A call with a body that is the same for everyone; `{email}` in it is a new one. */
const post = (call: string, path: string, fields: Record<string, string>, answers: Answers, more: More = {}): Row => ({
  ...send("api.$", path, fields, answers, more),
  call,
});
const get = (call: string, path: string): Row => ({ ...read("api.$", path, caller(200)), call });
const BUYERS = ["stranger", "operator", "reader", "owner"] as const;

export const CALL_ROWS: Row[] = [
  read("api.$", "/api/nothing", same(404), { what: "nothing" }),
  post("sendCode", "/api/otp/send", { email: "{email}" }, same(200), { writes: ALL }),
  post("verifyCode", "/api/otp/verify", { msg91Id: "none", otp: "123456" }, same(400)),
  post("addLead", "/api/leads/add_leads", { email: "{email}" }, same(200), { writes: ALL }),
  {
    ...post("addUser", "/api/users/add_user", {}, caller(200), { what: "own address" }),
    body: ({ asker }) => ({ email: asker?.email ?? "nobody@example.com" }),
  },
  post("addUser", "/api/users/add_user", { email: "{email}" }, caller(403), { what: "someone else's address" }),
  get("getJoiningFee", "/api/onetimepay/get_joiningfee"),
  get("getCasks", "/api/cask/get_casks"),
  get("getCaskStakes", "/api/cask/{openCaskId}/stakes"),
  ...withIds({ ...api("getUser"), path: (id) => `/api/users/${id}`, answers: caller(200) }),
  ...withIds({ ...api("getUserDetails"), path: (id) => `/api/users/get_user_details?id=${id}`, answers: caller(200) }),
  ...withIds({ ...api("getReferrals"), path: (id) => `/api/users/referrals?userId=${id}`, answers: caller(200) }),
  ...Object.entries({ putUser: "/api/users", updateUser: "/api/users/update_user" }).flatMap(([call, at]) =>
    withIds({
      ...api(call),
      what: "save",
      method: "PUT",
      path: (id) => `${at}/${id}`,
      sent: personal,
      answers: caller(200),
      writes: LIVE,
    }),
  ),
  ...withIds({
    ...api("updateBankDetails"),
    method: "PUT",
    path: (id) => `/api/users/update_bank_details/${id}`,
    sent: () => BANK,
    answers: caller(200),
    writes: LIVE,
  }),
  ...withIds({
    ...api("withdraw"),
    what: "the owner's return",
    method: "POST",
    path: () => "/api/users/withdraw",
    sent: (id, { things }) => withdrawBody(id, things.stakeId),
    answers: caller(409, { newcomer: 403, owner: 200 }),
    writes: ["owner"],
  }),
  ...withIds({
    ...api("payByCard"),
    method: "POST",
    path: () => "/api/stripe/create-checkout-session",
    sent: (id, { things }) => cardBody(id, things.openCaskId),
    answers: caller(200, { newcomer: 403 }),
    writes: BUYERS,
  }),
  ...withIds({
    ...api("payByCrypto"),
    method: "POST",
    path: () => "/api/crypto/create-checkout-session",
    sent: (id, { things }) => cryptoBody(id, things.openCaskId),
    answers: caller(200, { newcomer: 403 }),
    writes: BUYERS,
  }),
  ...withIds({
    ...api("payJoiningFee"),
    method: "POST",
    path: () => "/api/stripe/create-onetimepay",
    sent: (id) => feeBody(id),
    answers: caller(409, { newcomer: 200 }),
    writes: ["newcomer"],
  }),
];

/** Every request that the app knows. */
export const ALL_ROWS: readonly Row[] = [...PAGE_ROWS, ...CALL_ROWS];
