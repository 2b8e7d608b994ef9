import { type Html, html } from "../pages/html";
import { page } from "../pages/layout";
import type { Checkout, CheckoutStandIn, Outcome } from "../vendor";

const BUTTONS: Record<Outcome, (checkout: Checkout, standIn: CheckoutStandIn) => string> = {
  paid: ({ amount, received }) => (received === null ? `Pay ${amount}` : "Send the rest"),
  underpaid: () => "Send too little",
  declined: (_checkout, { declined }) => declined.button,
  cancel: () => "Cancel and go back",
};

export function checkoutPage(
  standIn: CheckoutStandIn,
  checkout: Checkout,
  options: { formTargets: string[]; problem?: string; status?: number },
): Promise<Response> {
  const { heading } = standIn;
  const body = html`<h1>${heading}</h1>
    <p class="note">Sandbox: no real money</p>
    ${options.problem ? html`<p class="error" role="alert">${options.problem}</p>` : null} ${summary(checkout)}
    ${checkout.status === "open" ? form(standIn, checkout) : ended(checkout)}`;
  return page({
    title: `${heading} - sandbox`,
    body,
    status: options.status,
    narrow: true,
    formTargets: options.formTargets,
  });
}

function summary({ items, amount, received }: Checkout): Html {
  const lines = items.map(({ name, quantity }) => html`<li>${name}${quantity > 1 ? ` (${quantity})` : null}</li>`);
  return html`<section class="card" aria-label="What is paid">
    <p class="amount">${amount}</p>
    ${received === null ? null : html`<p>Received so far: ${received}. The payment is not complete.</p>`}
    <ul>
      ${lines}
    </ul>
  </section>`;
}

function form(standIn: CheckoutStandIn, checkout: Checkout): Html {
  const buttons = standIn.outcomes.map(
    (outcome) =>
      html`<button type="submit" name="outcome" value="${outcome}" class="${outcome === "paid" ? "primary" : "plain"}">
        ${BUTTONS[outcome](checkout, standIn)}
      </button> `,
  );
  return html`<form method="post">${buttons}</form>
    <p class="quiet">Stands in for the provider's own page. No card or wallet is asked for.</p>`;
}

function ended(checkout: Checkout): Html {
  if (checkout.status === "complete") {
    return html`<p>This payment is complete. Nothing more is to be paid.</p>
      <p><a href="${checkout.successUrl}">Back to the shop</a></p>`;
  }
  return html`<p>This checkout has expired. Nothing was paid${checkout.received === null ? null : " in full"}.</p>
    ${checkout.cancelUrl === null ? null : html`<p><a href="${checkout.cancelUrl}">Back to the shop</a></p>`}`;
}
