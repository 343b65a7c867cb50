import { maskTaxId } from '#domain/masks.ts';
import { formatTaxId, isCnpj } from '#domain/taxId.ts';
import { isRecord, isText } from '#web/client/storage.ts';
import type { CompanyInput, CompanyRowFragment } from '#web/generated/financial.ts';
import type { RegisterFieldsProps, RegisterForm } from '#web/register/defineRows.ts';
import { Field, FormSection, MaskedInput, TextInput } from '#web/ui/index.ts';

export interface CompanyForm {
  name: string;
  taxId: string;
  address: string;
}

interface TaxIdFieldProps {
  label: string;
  value: string;
  problem: string | undefined;
  onChange: (taxId: string) => void;
}

/** The CNPJ of a company. */
export const TaxIdField = ({ label, value, problem, onChange }: TaxIdFieldProps) => (
  <Field label={label} error={problem}>
    <MaskedInput
      value={value}
      mask={maskTaxId}
      autoComplete="off"
      placeholder="00.000.000/0000-00"
      onChange={onChange}
    />
  </Field>
);

/** The problem of a typed CNPJ; none while it is empty. */
export const taxIdProblems = (taxId: string): { taxId?: string } =>
  taxId.trim() === '' || isCnpj(taxId) ? {} : { taxId: 'Informe um CNPJ válido.' };

const Fields = ({ editor, row }: RegisterFieldsProps<CompanyRowFragment, CompanyForm>) => (
  <FormSection title="Dados">
    <Field label="Nome" required error={editor.problems.name}>
      <TextInput
        value={editor.form.name}
        maxLength={120}
        autoFocus={row === null}
        onChange={(name) => editor.set({ name })}
      />
    </Field>
    <TaxIdField
      label="CNPJ"
      value={editor.form.taxId}
      problem={editor.problems.taxId}
      onChange={(taxId) => editor.set({ taxId })}
    />
    <Field label="Endereço" wide error={editor.problems.address}>
      <TextInput value={editor.form.address} maxLength={200} onChange={(address) => editor.set({ address })} />
    </Field>
  </FormSection>
);

export const companyForm: RegisterForm<CompanyRowFragment, CompanyForm, CompanyInput> = {
  formOf: (row) => ({ name: row?.name ?? '', taxId: formatTaxId(row?.taxId), address: row?.address ?? '' }),
  isForm: (value): value is CompanyForm =>
    isRecord(value) && isText(value.name) && isText(value.taxId) && isText(value.address),
  problemsOf: ({ name, taxId }) => ({
    ...(name.trim() === '' ? { name: 'Informe o nome.' } : {}),
    ...taxIdProblems(taxId),
  }),
  inputOf: (form) => form,
  Fields,
};
