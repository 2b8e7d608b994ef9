/** A gate before the operators' pages, besides their login. */
export type StaffGate = {
  /** @throws if it cannot tell, because the keys to tell by are out of reach */
  admits: (request: Request) => Promise<boolean>;
};

/** Where none is set up, the login and the role decide alone. */
export const noGate: StaffGate = { admits: () => Promise.resolve(true) };
