// Signs in as a plain HTTP client: sends the address, reads the code from the local outbox, keeps the cookies by hand.

async function send(origin, path, cookies, fields) {
  const response = await fetch(`${origin}${path}`, {
    method: "POST",
    redirect: "manual",
    headers: { Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") },
    body: new URLSearchParams(fields),
  });
  if (response.status !== 303 && response.status !== 302) throw new Error(`${path} answered ${response.status}`);
  for (const line of response.headers.getSetCookie()) {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (name) cookies.set(name, value);
  }
}

/** @returns {Promise<string>} the Cookie header of a signed-in viewer */
export async function signInOverHttp(origin, sandboxOrigin, email) {
  const cookies = new Map();
  await send(origin, "/get-started?mode=login", cookies, { email });
  const outbox = `${sandboxOrigin}/sandbox/outbox?to=${encodeURIComponent(email)}`;
  for (let tries = 0; tries < 100; tries += 1) {
    const { messages } = await (await fetch(outbox, { headers: { Accept: "application/json" } })).json();
    const otp = messages.find((message) => message.code)?.code;
    if (otp) {
      await send(origin, "/enter-OTP", cookies, { intent: "verify", otp });
      return [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`No login code for ${email} arrived.`);
}
