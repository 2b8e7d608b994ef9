// The app Worker. All of it is in Remix's build (app/serve.ts).
import * as build from "server-build";
import type * as entryServer from "~/entry.server";

const { createApp } = build.entry.module as unknown as typeof entryServer;

export default createApp(build);
