export function standBefore(options: {
  port: number;
  innerPort: number;
  patienceMs?: number;
  hosts?: string[];
}): Promise<{ close: () => Promise<void> }>;
