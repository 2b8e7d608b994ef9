import { Button } from "~/ui/button";
import { ErrorSummary } from "~/ui/error-summary";
import { Field, TextField } from "~/ui/field";
import { Page, PageTitle } from "~/ui/page";
import { nameTexts } from "~/content/name-texts";
import { profileTexts } from "~/content/profile-texts";

export type PersonalDetailsProps = {
  values: Record<FieldName, string>;
  errors: Partial<Record<FieldName, string>>;
  alert: string | null;
  /** Whether an email address is already saved. */
  hasEmail: boolean;
  /** The name is in other letters, which certificates do not print. */
  asksLatinName: boolean;
};

const ORDER = ["full_name", "name_on_certificate", "email", "address"] as const;
type FieldName = (typeof ORDER)[number];

export function PersonalDetailsScreen({ values, errors, alert, hasEmail, asksLatinName }: PersonalDetailsProps) {
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
        {asksLatinName && (
          <Field
            name="name_on_certificate"
            label={nameTexts.label}
            hint={nameTexts.hint}
            maxLength={120}
            defaultValue={values.name_on_certificate}
            error={errors.name_on_certificate}
            startHere={first === "name_on_certificate"}
          />
        )}
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
        <Button busy={profileTexts.saving}>{profileTexts.save}</Button>
      </form>
    </Page>
  );
}
