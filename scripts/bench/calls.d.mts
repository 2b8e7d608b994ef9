type Note = <T>(call: object, run: () => Promise<T>) => Promise<T>;
export function watchCalls(): { waves: object[][]; note: Note };
export function watchD1(d1: D1Database, note: Note): D1Database;
export function makeAgain(env: { DB: D1Database }, waves: object[][]): Promise<void>;
