export type NeededSecret = { name: string; workers: readonly ("app" | "settlement")[] };

export const neededSecrets: readonly NeededSecret[];
