import type { ReactNode } from 'react';
import { DateInput, Field, FormSection, TextInput } from '#web/ui/index.ts';
import type { PartProps } from './parts.ts';
import { ReceivedDate } from './ReceivedDate.tsx';
import styles from './receive.module.css';

/** The head of the nota. */
export const Header = ({ form, set, problems, actions }: PartProps & { actions: ReactNode }) => (
  <div className={styles.header}>
    <FormSection title="Nota fiscal" actions={actions}>
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
      <ReceivedDate
        value={form.receivedDate}
        problem={problems.receivedDate}
        onChange={(receivedDate) => set({ receivedDate })}
      />
    </FormSection>
  </div>
);
