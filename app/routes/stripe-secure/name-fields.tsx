import { nameTexts, profileTexts } from "~/content/profile-texts";
import { Field } from "~/ui/field";

type NameField = "full_name" | "name_on_certificate";

export type Naming = {
  values: Record<NameField, string>;
  errors: Partial<Record<NameField, string>>;
  /** The name is in letters that certificates do not print. */
  asksLatinName: boolean;
};

/** Whose name the certificate carries: asked for once, before the first stake is bought. */
export function NameFields({ values, errors, asksLatinName }: Naming) {
  return (
    <fieldset className="flex flex-col gap-4">
      <legend className="display mb-2 text-lg">{nameTexts.onCertificate.title}</legend>
      <Field
        name="full_name"
        label={profileTexts.labels.full_name}
        hint={nameTexts.onCertificate.hint}
        autoComplete="name"
        required
        maxLength={120}
        defaultValue={values.full_name}
        error={errors.full_name}
        startHere={Boolean(errors.full_name)}
      />
      {asksLatinName && (
        <Field
          name="name_on_certificate"
          label={nameTexts.label}
          hint={nameTexts.hint}
          maxLength={120}
          defaultValue={values.name_on_certificate}
          error={errors.name_on_certificate}
          startHere={Boolean(errors.name_on_certificate) && !errors.full_name}
        />
      )}
    </fieldset>
  );
}
