import { Button } from "~/ui/button";
import { ErrorSummary } from "~/ui/error-summary";
import { Field, TextField } from "~/ui/field";
import { Page, PageTitle } from "~/ui/page";
import { profileTexts } from "~/content/profile-texts";

export type PersonalDetailsProps = {
  values: { full_name: string; email: string; address: string };
  errors: Partial<Record<"full_name" | "email" | "address", string>>;
  alert: string | null;
  /** Whether an email address is already saved. */
  hasEmail: boolean;
};

const ORDER = ["full_name", "email", "address"] as const;

export function PersonalDetailsScreen({ values, errors, alert, hasEmail }: PersonalDetailsProps) {
  const list = ORDER.flatMap((name) => (errors[name] ? [{ name, message: errors[name] }] : []));
  const first = list[0]?.name;
  return (
    <Page top={{ back: { href: "/settings" } }}>
      <PageTitle>{profileTexts.title}</PageTitle>
      <ErrorSummary message={alert} errors={list} />
      <form method="post" action="/personal-details" noValidate className="flex flex-col gap-4">
        <Field
          name="full_name"
          label={profileTexts.labels.full_name}
          autoComplete="name"
          maxLength={120}
          placeholder={profileTexts.add.full_name}
          defaultValue={values.full_name}
          error={errors.full_name}
          startHere={first === "full_name"}
        />
        <Field
          name="email"
          label={profileTexts.labels.email}
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          placeholder={profileTexts.add.email}
          hint={hasEmail ? profileTexts.emailHint : profileTexts.emailAddHint}
          defaultValue={values.email}
          error={errors.email}
          startHere={first === "email"}
        />
        <TextField
          name="address"
          label={profileTexts.labels.address}
          autoComplete="street-address"
          maxLength={500}
          placeholder={profileTexts.add.address}
          hint={profileTexts.addressHint}
          defaultValue={values.address}
          error={errors.address}
          startHere={first === "address"}
        />
        <Button>{profileTexts.save}</Button>
      </form>
    </Page>
  );
}
