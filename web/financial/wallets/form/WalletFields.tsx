import { DateInput, Field, MoneyInput, Switch, TextInput } from '#web/ui/index.ts';
import type { FormEvent } from 'react';
import type { Problems } from '#web/form/useForm.ts';
import type { WalletForm } from './walletForm.ts';
import styles from './WalletEditor.module.css';

export interface WalletFieldsProps {
  form: WalletForm;
  problems: Problems;
  set: (fields: Partial<WalletForm>) => void;
  /** Enter in any field. */
  onSubmit: () => void;
  autoFocus: boolean;
}

/** Name, description, and from which balance on which day everything is counted. */
export const WalletFields = ({ form, problems, set, onSubmit, autoFocus }: WalletFieldsProps) => {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form onSubmit={submit} noValidate className={styles.fields}>
      <Field label="Nome" required error={problems.identifier} className={styles.wide}>
        <TextInput
          value={form.identifier}
          onChange={(identifier) => set({ identifier })}
          maxLength={60}
          placeholder="Itaú, Caixinha da obra, Cartão…"
          autoFocus={autoFocus}
        />
      </Field>
      <Field label="Descrição" error={problems.description} className={styles.wide}>
        <TextInput
          value={form.description}
          onChange={(description) => set({ description })}
          maxLength={200}
          placeholder="Agência e conta"
        />
      </Field>
      <Field label="Saldo inicial" required error={problems.initialBalance}>
        <MoneyInput
          path="initialBalance"
          symbol="R$"
          allowNegative
          value={form.initialBalance}
          onChange={(initialBalance) => set({ initialBalance })}
        />
      </Field>
      <Field label="Data do saldo inicial" required error={problems.balanceDate}>
        <DateInput
          path="balanceDate"
          towards="past"
          value={form.balanceDate}
          onChange={(balanceDate) => set({ balanceDate })}
        />
      </Field>
      <p className={styles.note}>
        O saldo conta os movimentos pagos a partir desta data, o próprio dia incluído. Os anteriores não contam.
      </p>
      <div className={styles.wide}>
        <Switch
          checked={form.active}
          onChange={(active) => set({ active })}
          label={form.active ? 'Ativa: aparece em novos lançamentos' : 'Inativa: não aparece em novos lançamentos'}
        />
      </div>
      {/* What Enter presses: the button that people see stands in the drawer's foot. */}
      <button type="submit" hidden />
    </form>
  );
};
