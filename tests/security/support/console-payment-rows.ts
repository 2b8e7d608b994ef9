import { inConsole, type Row } from "./access-rows";
import type { Things } from "./cast";

// The console's pages of payments and certificates.

type Asked = { things: Things };
const at = (path: string) => () => path;
const paymentOf = ({ things }: Asked) => `/operator/payments/${things.paymentId}`;
const certificateOf = ({ things }: Asked) => `/operator/certificates/${things.certificateId}`;

const post = (route: string, what: string, path: Row["path"], body: Record<string, string>): Omit<Row, "answers"> => ({
  route,
  what,
  method: "POST",
  path,
  body: () => body,
});

export const CONSOLE_PAYMENT_ROWS: Row[] = [
  { route: "operator.$list", what: "payments", path: at("/operator/payments"), answers: inConsole(200, 200) },
  {
    route: "operator.$list",
    what: "those that need a person",
    path: at("/operator/payments?state=needs-a-person"),
    answers: inConsole(200, 200),
  },
  { route: "operator.payments.$id", path: paymentOf, answers: inConsole(200, 200) },
  {
    route: "operator.payments.$id",
    what: "unknown",
    path: at("/operator/payments/pay_none"),
    answers: inConsole(404, 404),
  },
  {
    ...post("operator.payments.$id", "read again", paymentOf, { intent: "reread" }),
    answers: inConsole("/operator/payments/PAYMENT", 403),
    writes: ["operator"],
  },
  {
    ...post("operator.payments.$id", "given back", paymentOf, { intent: "refund", reason: "Asked for it." }),
    answers: inConsole("/operator/payments/PAYMENT", 403),
    writes: ["operator"],
  },
  {
    ...post("operator.payments.$id", "a refund by hand that is not due", paymentOf, {
      intent: "manual",
      reference: "UTR-1",
    }),
    answers: inConsole(409, 403),
  },
  {
    ...post("operator.payments.$id", "a second payment that never came", paymentOf, {
      intent: "stray",
      session: "cs_none",
      reference: "UTR-1",
    }),
    answers: inConsole(409, 403),
  },
  { route: "operator.$list", what: "certificates", path: at("/operator/certificates"), answers: inConsole(200, 200) },
  { route: "operator.certificates.$id", path: certificateOf, answers: inConsole(200, 200) },
  {
    route: "operator.certificates.$id",
    what: "unknown",
    path: at("/operator/certificates/crt_none"),
    answers: inConsole(404, 404),
  },
  {
    ...post("operator.certificates.$id", "made void without a reason", certificateOf, { intent: "void", reason: " " }),
    answers: inConsole(400, 403),
  },
  {
    ...post("operator.certificates.$id", "made void", certificateOf, { intent: "void", reason: "Lost." }),
    answers: inConsole("/operator/certificates/CERTIFICATE", 403),
    writes: ["operator"],
  },
];
