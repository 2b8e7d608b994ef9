// Each message names its field.

export const caskFieldNames = {
  cask_name: "Name",
  kind: "Kind",
  distillery: "Distillery",
  cask_type: "Cask type",
  launch_date: "Launch date",
  close_date: "Close date",
  cost_per_stake: "Cost per stake",
  total_stakes: "Number of stakes",
  bought_for: "Price we paid for the cask",
  loa_litres: "Litres of alcohol",
  abv: "ABV",
  warehouse: "Warehouse",
  distillery_information: "Distillery information",
  cask_number: "Cask number",
  fill_date: "Fill date",
  storage_paid_until: "Storage paid until",
} as const;

export const recordFieldNames = {
  gauged_on: "Date of the regauge",
  loa_litres: "Litres of alcohol",
  abv: "ABV",
  gauged_by: "Measured by",
  valued_on: "Date of the valuation",
  value_per_stake: "Value per stake",
  tier: "Tier",
  method: "Method",
  source: "Source",
  author: "Made by",
  reason: "What was wrong",
  document_kind: "Kind of document",
  issuer: "Issuer",
  issued_on: "Issued on",
  expires_on: "Expires on",
  visibility: "Visibility",
} as const;

export const formErrors = {
  missing: (field: string) => `${field} is missing.`,
  tooLong: (field: string, most: number) => `${field}: use at most ${most} characters.`,
  outOfRange: (field: string, from: string, to: string) => `${field} must be between ${from} and ${to}.`,
} as const;

export const caskErrors = {
  fixedOnceTaken: (field: string) => `${field} cannot change: a stake in this cask has been sold or is reserved.`,
  fixedOnceEnded: (field: string) => `${field} cannot change: the cask has been sold.`,
  byRegauge: (field: string) => `${field} of a published cask can only change through a regauge.`,
} as const;

export const recordErrors = { inFuture: (field: string) => `${field} must not be in the future.` } as const;
