import type { AppConfig, SettlementConfig } from "~/server/env";

export const testConfig: AppConfig = {
  ENVIRONMENT: "local",
  APP_ORIGIN: "http://localhost:8787",
  MAIL_FROM: "Dunnage <login@dunnage.test>",
  STRIPE_SECRET_KEY: "sk_test_for_tests_only",
  STRIPE_WEBHOOK_SECRET: "whsec_for_tests_only",
  COPPERX_API_KEY: "copperx-for-tests-only",
  COPPERX_WEBHOOK_SECRET: "copperx-webhook-for-tests",
  RESEND_API_KEY: "resend-for-tests-only",
  SESSION_SECRET: "session-secret-of-the-tests-0123456789",
  CODE_SECRET: "code-secret-of-the-tests-0123456789",
  BANK_DETAILS_KEY: "dGVzdHMtb25seS10ZXN0cy1vbmx5LXRlc3RzLTEyMzQ=",
  MSG91_AUTH_KEY: "msg91-for-tests-only",
  MSG91_WIDGET_ID: "widget-tests",
  MSG91_NOTICE_TEMPLATE: "template-tests",
  MSG91_STOP_TEMPLATE: "stop-template-tests",
};

/** The settlement Worker's. */
export const settlementTestConfig: AppConfig & SettlementConfig = {
  ...testConfig,
  SIGNING_KEY: "MC4CAQAwBQYDK2VwBCIEIEurbHLMvnj/avSNZ+uQiXGByK9zgvtxdTAgc0amQx/h",
};
