export { Providers } from "../../workers/sandbox/index";

export default {
  fetch: () => new Response("not found", { status: 404 }),
};
