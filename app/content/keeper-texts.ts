import { formatDate } from "~/domain/calendar-date";
import { CONFIRMED_DAYS, type ConfirmedAge } from "~/domain/keepers/confirmed";

// What warehouse keepers sign: the words of their own page, of the age of their word on others, and of the console.

const ago = (days: number) => (days === 0 ? "today" : days === 1 ? "yesterday" : `${days} days ago`);

/** 'Last confirmed by the warehouse 12 days ago': on the page of a cask, of a stake, and among its papers. */
export function sayConfirmed({ state, confirmedOn, absentOn, days }: ConfirmedAge): string {
  if (state === "absent" && absentOn !== null)
    return `On ${formatDate(absentOn)} the warehouse said that it was not there`;
  if (state === "never" || confirmedOn === null) return "Never confirmed by the warehouse under its own signature";
  return `Last confirmed by the warehouse ${ago(days)}`;
}

export const confirmedTexts = {
  title: "The warehouse’s own word",
  lateNote: `Keepers are asked once a month. After ${CONFIRMED_DAYS} days without a new statement we say so.`,
  on: (day: string) => `Statement of ${formatDate(day)}`,
  litres: (litres: string) => `It states ${litres} litres of alcohol.`,
  note: (note: string) => `The keeper’s note: ${note}`,
  jump: (was: string, is: string) => `The litres do not match: ${was} before, ${is} in this statement.`,
  notMentioned: (day: string) => `The newest statement of its keeper, of ${formatDate(day)}, does not mention it.`,
  keys: "Keys of the keepers",
} as const;

/** On `/proof`: how many casks have a fresh word of their keeper. */
export const sayConfirmedCasks = (confirmed: number, casks: number) =>
  `${confirmed} of ${casks} confirmed by the warehouse’s own signature within ${CONFIRMED_DAYS} days.`;

export const keeperPage = {
  title: "Statement of the warehouse keeper",
  lead: (name: string, warehouse: string) => `${name}, for ${warehouse}`,
  intro:
    "This is where you hand in a statement signed with your own key. We can read it but not change it: your signature covers every letter.",
  public: "Everything in a statement is published, with its notes. Do not name anyone in them.",
  unknown: {
    title: "This link does not work",
    text: "It may be an older one. Ask us for the current link, or answer our last email.",
  },
  expected: "Casks we expect you to mention",
  expectedLead: "By the numbers painted on them, as recorded in our books.",
  noCasks: "We have no casks in your warehouse now.",
  noNumber: "no number in our books",
  draft: "not on offer yet",
  cask: (number: string | null, name: string) => (number === null ? name : `${number}, ${name}`),
  text: "Signed statement",
  textHint: "Paste the whole of the .signed.json file, or choose the file below.",
  file: "File",
  fileHint: "The .signed.json file that the signing program created.",
  look: "Show what it says",
  handIn: "Hand it in",
  understood: "How we read your statement",
  understoodLead: (day: string, casks: number) =>
    `Dated ${formatDate(day)}, ${casks === 1 ? "1 cask" : `${casks} casks`}. Nothing has been handed in yet.`,
  taken: "Your statement has been accepted",
  takenLead: (day: string, casks: number) =>
    `Dated ${formatDate(day)}, ${casks === 1 ? "1 cask" : `${casks} casks`}. It is published, and each cask shows its date.`,
  change: "Change it",
  another: "Hand in another statement",
  signature: "Your signature is genuine.",
  there: "there",
  notThere: "not there",
  litres: (litres: number) => `${litres.toFixed(1)} litres of alcohol`,
  notMeasured: "not measured",
  note: (note: string) => `Note: ${note}`,
  findings: "What we will ask about",
  findingsLead: "We accept the statement as it stands. If something in it is wrong, hand in a new one.",
  finding: {
    "not-there": (cask: string) => `${cask}: you say that it is not there.`,
    "unknown-number": (cask: string) => `${cask}: we have no cask of this number in your warehouse.`,
    "number-twice": (cask: string) => `${cask}: two of our casks have this number, so neither counts as confirmed.`,
    "not-mentioned": (cask: string) => `${cask}: you do not mention it.`,
    "litres-jump": (cask: string, was: string, is: string) => `${cask}: we had ${was} litres, you state ${is}.`,
  },
  howTo: "How to sign",
  how: [
    "Write what you see into a file, one line for each cask.",
    "Sign it on your own computer; your key never leaves it.",
    "Paste the signed file here.",
  ],
  tooOften: "Too many statements were sent from here. Try again in an hour.",
} as const;

/** Why a statement is not taken. `where` names the day, the cask, the field or the keeper. */
export const statementErrors = {
  nothing: () => "Signed statement: paste it, or choose the file.",
  "too-large": () => "Signed statement: it is too long. A statement has room for 500 casks.",
  "not-json": () => "Signed statement: this is not a file that the signing program created.",
  field: (where: string) => `Signed statement: ${where === "" ? "its form" : where} is missing or wrong.`,
  "named-twice": (where: string) => `Signed statement: cask ${where} is listed twice.`,
  "unknown-keeper": (where: string) =>
    `Signed statement: it is from the keeper ‘${where}’, but this page is for another one.`,
  "no-key": () => "You have no valid key. Ask us to register one.",
  altered: (where: string) =>
    `The signature is that of an earlier statement of yours: cask ${where} was changed after it was signed.`,
  replayed: (where: string) =>
    `The signature is that of your statement of ${formatDate(where)}, whose date was changed after it was signed.`,
  "retired-key": () => "It is signed with a key that was retired. Sign it with your new key.",
  "not-signed": () =>
    "The signature is not genuine: the statement was changed after it was signed, or signed with a key that is not yours.",
  "in-future": (where: string) => `Its date, ${formatDate(where)}, is in the future.`,
  "not-newer": (where: string) =>
    `You have handed in a statement of ${formatDate(where)}: a new one needs a later date.`,
} as const;

export const keeperFormNames = { keeper: "Short name", warehouse: "Warehouse", public_key: "Public key" } as const;

export const keeperFormErrors = {
  keeper: "Short name: 3 to 40 lower-case letters, digits and hyphens, such as carrick-brae.",
  publicKey: "Public key: the 44 characters that the signing program prints, or nothing to retire the present one.",
  email: "Mailbox: an email address, or nothing.",
} as const;

export const keeperConsoleTexts = {
  lead: "Keepers use their own keys to sign for what is in their warehouses. A key is registered and retired by two operators. A keeper who has not signed for more than 35 days is late.",
  columns: {
    keeper: "Keeper",
    warehouse: "Warehouse",
    last: "Last statement",
    casks: "Casks confirmed",
    state: "State",
  },
  ofCasks: (confirmed: number, casks: number) => `${confirmed} of ${casks}`,
  never: "none",
  late: "late",
  inTime: "in time",
  noKey: "no key",
  onlyLate: "Late",
  all: "All",
  register: "Register a keeper",
  registerLead:
    "Check the key by phone, on a number that you already know: whoever has this key speaks for the warehouse.",
  hints: {
    keeper: "The name that statements use. It never changes.",
    warehouse: "Worded exactly as on its casks.",
    public_key: "The public key that node scripts/keeper.mjs keys printed for them.",
  },
  propose: "Propose this key",
  replace: "Another key",
  replaceLead:
    "The current key is retired once another operator confirms. Leave the field empty if none takes its place.",
  retire: "no key",
  keys: "Keys",
  good: "good",
  retiredOn: (when: string) => `retired ${when}`,
  registeredOn: (when: string) => `registered ${when}`,
  proposalSeen: (warehouse: string) => `Warehouse: ${warehouse}`,
  contact: "Mailbox",
  contactHint:
    "We write here once a month to ask for a statement. Never published. A new mailbox makes the old link invalid.",
  saveContact: "Save the mailbox",
  link: "The keeper's link",
  linkHint: "They hand in statements here, without an account. Each of our emails to them has this link.",
  handIn: "Hand in a statement for them",
  handInLead: "If the keeper sent it to you. Their signature is still checked.",
  handedIn: "Statements",
  none: "None yet.",
  statement: (casks: number, findings: number) =>
    `${casks === 1 ? "1 cask" : `${casks} casks`}${findings === 0 ? "" : `, ${findings} to look at`}`,
  saved: "Saved.",
  errors: { unknown: "No action was chosen. Nothing was changed." },
} as const;

export const keeperKeyChange = {
  what: (keeper: string, warehouse: string) => `Key of the keeper ${keeper} (${warehouse})`,
  none: "none",
} as const;
