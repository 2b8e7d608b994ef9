/** The state folder of a run before it served anything, what it was sealed with, and the folder of the bundled Worker. */
export type RunStart = { folder: string; secrets: Record<string, string>; bundle: string };

export type ThrowawayRun = {
  /** `http://localhost:PORT`: the app. */
  origin: string;
  /** `http://127.0.0.1:PORT`: the providers' pages. */
  sandboxOrigin: string;
  stateDir: string;
  secrets: Record<string, string>;
  stop: () => Promise<void>;
};

export function makeStart(): Promise<RunStart>;
export function startThrowawayRun(options?: {
  write?: (line: string) => void;
  like?: RunStart;
}): Promise<ThrowawayRun>;
