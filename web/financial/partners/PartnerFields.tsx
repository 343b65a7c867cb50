import { maskPhone, maskTaxId } from '#domain/masks.ts';
import type { FormState } from '#web/form/useForm.ts';
import { Field, FormSection, MaskedInput, TextArea, TextInput } from '#web/ui/index.ts';
import { AddressFields } from './AddressFields.tsx';
import type { PartnerForm } from './model.ts';

export interface PartnerFieldsProps {
  editor: FormState<PartnerForm>;
  autoFocus: boolean;
}

export const PartnerFields = ({ editor, autoFocus }: PartnerFieldsProps) => {
  const { form, problems, set } = editor;
  return (
    <>
      <FormSection title="Identificação">
        <Field label="Nome ou razão social" required wide error={problems.name}>
          <TextInput value={form.name} maxLength={160} autoFocus={autoFocus} onChange={(name) => set({ name })} />
        </Field>
        <Field label="Nome fantasia" error={problems.tradeName}>
          <TextInput value={form.tradeName} maxLength={160} onChange={(tradeName) => set({ tradeName })} />
        </Field>
        <Field label="CPF ou CNPJ" error={problems.taxId}>
          <MaskedInput value={form.taxId} mask={maskTaxId} autoComplete="off" onChange={(taxId) => set({ taxId })} />
        </Field>
      </FormSection>
      <FormSection title="Contato">
        <Field label="Telefone" error={problems.phone}>
          <MaskedInput
            type="tel"
            value={form.phone}
            mask={maskPhone}
            autoComplete="off"
            onChange={(phone) => set({ phone })}
          />
        </Field>
        <Field label="E-mail" error={problems.email}>
          <TextInput
            type="email"
            value={form.email}
            maxLength={254}
            autoComplete="off"
            onChange={(email) => set({ email })}
          />
        </Field>
      </FormSection>
      <AddressFields editor={editor} />
      <FormSection title="Observações">
        <Field label="Anotações" wide error={problems.notes}>
          <TextArea value={form.notes} maxLength={2000} onChange={(notes) => set({ notes })} />
        </Field>
      </FormSection>
    </>
  );
};
