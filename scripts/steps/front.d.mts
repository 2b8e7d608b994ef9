export function standBefore(options: {
  port: number;
  innerPort: number;
  patienceMs?: number;
  lostAfterMs?: number;
  hosts?: string[];
}): Promise<{ close: () => Promise<void> }>;
