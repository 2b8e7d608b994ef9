/** @throws with what the database refused */
export function importDatabase(file: string, stateDir: string): Promise<void>;
