export type ThrowawayRun = {
  /** `http://localhost:PORT`: the app. */
  origin: string;
  /** `http://127.0.0.1:PORT`: the providers' pages. */
  sandboxOrigin: string;
  stateDir: string;
  secrets: Record<string, string>;
  inspectorPort: number;
  stop: () => Promise<void>;
};

export function startThrowawayRun(options?: {
  write?: (line: string) => void;
  vars?: Record<string, string>;
}): Promise<ThrowawayRun>;
