import { getUser, getUserDetails, putUser, updateUser } from "./account";
import { updateBankDetails } from "./bank-details";
import type { Call } from "./call";
import { getCasks, getCaskStakes } from "./casks";
import { addLead } from "./leads";
import { addUser, sendCode, verifyCode } from "./login";
import { getJoiningFee, payByCard, payByCrypto, payJoiningFee } from "./payments";
import { getReferrals } from "./referrals";
import { withdraw } from "./withdrawals";

/** Every call, in the order of the OpenAPI document. */
export const CALLS: readonly Call[] = [
  sendCode,
  verifyCode,
  addUser,
  getUserDetails,
  getUser,
  putUser,
  updateUser,
  updateBankDetails,
  withdraw,
  getReferrals,
  getJoiningFee,
  getCasks,
  getCaskStakes,
  payJoiningFee,
  payByCard,
  payByCrypto,
  addLead,
];
