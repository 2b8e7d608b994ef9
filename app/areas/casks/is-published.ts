import { sql } from "drizzle-orm";

/**
 * True for a cask that people other than operators may see and buy of, in statements that read `casks`. Drafts and withdrawn casks
 * are to them as if they did not exist.
 */
export const isPublished = sql`casks.state = 'published'`;
