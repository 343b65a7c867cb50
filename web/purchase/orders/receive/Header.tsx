import { DateInput, Field, FormSection, TextInput } from '#web/ui/index.ts';
import type { PartProps } from './parts.ts';
import styles from './receive.module.css';

/** The head of the nota. */
export const Header = ({ form, set, problems }: PartProps) => (
  <div className={styles.header}>
    <FormSection title="Nota fiscal">
      <Field label="Número" required error={problems.documentNumber}>
        <TextInput
          value={form.documentNumber}
          onChange={(documentNumber) => set({ documentNumber })}
          maxLength={60}
          autoComplete="off"
          autoFocus
        />
      </Field>
      <Field label="Emissão" error={problems.emissionDate}>
        <DateInput
          path="emissionDate"
          towards="past"
          value={form.emissionDate}
          onChange={(emissionDate) => set({ emissionDate })}
        />
      </Field>
      <Field label="Recebido em" required error={problems.receivedDate}>
        <DateInput
          path="receivedDate"
          towards="past"
          value={form.receivedDate}
          onChange={(receivedDate) => set({ receivedDate })}
        />
      </Field>
    </FormSection>
  </div>
);
