// Who may do what: the jobs of those who work in the console, and what each lets one change.

export const teamTexts = {
  lead: "Everybody here can see the console. What they may change depends on their jobs: one administrator proposes them, another confirms.",
  tableTitle: "What each job may change",
  permission: "May change",
  may: "yes",
  mayNot: "no",
  peopleTitle: "Who works here",
  jobsOf: (who: string) => `Jobs of ${who}`,
  propose: "Propose these jobs",
  none: "Reader: sees the console and changes nothing",
  suspended: "suspended",
  you: "You. Two other administrators have to decide on your jobs.",
  newcomers: "Whoever deploys this lets people into the console with npm run ops -- grant (docs/operations.md).",
  notSaved: "Nothing was changed.",
} as const;

export const jobNames = {
  administrator: "Administrator",
  "cask-desk": "Cask desk",
  finance: "Finance",
  support: "Support",
} as const;

export const permissionNames = {
  casks: "Casks: offers, values, papers, keepers, bids and sales, messages to holders and watchers",
  money: "Money: withdrawals, payout runs, refunds, rewards, the books, identity checks",
  people: "People: suspending, ending sessions, certificates",
  support: "Answers to support requests and leads",
  trouble: "Trouble: jobs given up on, differences",
  settings: "Settings, who may do what, and suspending an operator",
} as const;

/** On every page of the console: what the viewer is, and that they change nothing here. @param jobs none: a reader */
export function sayBadge(jobs: readonly (keyof typeof jobNames)[], mayChange: boolean): string {
  if (jobs.length === 0) return "Reader";
  const names = jobs.includes("administrator") ? jobNames.administrator : jobs.map((job) => jobNames[job]).join(", ");
  return mayChange ? names : `${names}, read only`;
}

const isJob = (name: string): name is keyof typeof jobNames => Object.hasOwn(jobNames, name);

/** @param jobs as a proposal keeps them: their names by commas */
export const sayJobs = (jobs: string): string =>
  jobs === ""
    ? teamTexts.none
    : jobs
        .split(",")
        .map((job) => (isJob(job) ? jobNames[job] : job))
        .join(", ");
