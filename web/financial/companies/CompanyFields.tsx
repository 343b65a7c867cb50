import { maskTaxId } from '#domain/masks.ts';
import { formatTaxId, isCnpj } from '#domain/taxId.ts';
import { isRecord, isText } from '#web/client/storage.ts';
import type { CompanyInput, CompanyRowFragment } from '#web/generated/financial.ts';
import type { RegisterFieldsProps, RegisterForm } from '#web/register/defineRows.ts';
import { Field, FormSection, MaskedInput, TextInput } from '#web/ui/index.ts';

export interface CompanyForm {
  name: string;
  taxId: string;
}

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
    <Field label="CNPJ" error={editor.problems.taxId}>
      <MaskedInput
        value={editor.form.taxId}
        mask={maskTaxId}
        autoComplete="off"
        placeholder="00.000.000/0000-00"
        onChange={(taxId) => editor.set({ taxId })}
      />
    </Field>
  </FormSection>
);

export const companyForm: RegisterForm<CompanyRowFragment, CompanyForm, CompanyInput> = {
  formOf: (row) => ({ name: row?.name ?? '', taxId: formatTaxId(row?.taxId) }),
  isForm: (value): value is CompanyForm => isRecord(value) && isText(value.name) && isText(value.taxId),
  problemsOf: ({ name, taxId }) => ({
    ...(name.trim() === '' ? { name: 'Informe o nome.' } : {}),
    ...(taxId.trim() === '' || isCnpj(taxId) ? {} : { taxId: 'Informe um CNPJ válido.' }),
  }),
  inputOf: (form) => form,
  Fields,
};
