declare namespace Cloudflare {
  interface Env {
    DB: D1Database;
    SESSIONS: KVNamespace;
    CERTIFICATES: R2Bucket;
    PROOF: R2Bucket;
    SETTLEMENTS: Queue;
    AUDIT: Workflow<{ date: string }>;
    STARTS: RateLimit;
    MIGRATIONS: { name: string; queries: string[] }[];
    APP_ORIGIN: string;
  }
}
