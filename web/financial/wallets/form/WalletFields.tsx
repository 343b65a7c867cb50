import type { RegisterFieldsProps } from '#web/register/defineRows.ts';
import { Banner, DateInput, Field, FigureStrip, MoneyInput, Switch, TextInput } from '#web/ui/index.ts';
import type { SubmitEvent } from 'react';
import { ignoredSentence } from '../texts.ts';
import type { Wallet } from '../useWallets.ts';
import type { WalletForm } from './walletForm.ts';
import styles from './WalletFields.module.css';

/** Name, description, initial balance and its date. */
export const WalletFields = ({ editor, row }: RegisterFieldsProps<Wallet, WalletForm>) => {
  const { form, problems, set } = editor;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void editor.save();
  };
  return (
    <>
      {row && <Balances wallet={row} />}
      <form onSubmit={submit} noValidate className={styles.fields}>
        <Field label="Nome" required error={problems.identifier} className={styles.wide}>
          <TextInput
            value={form.identifier}
            onChange={(identifier) => set({ identifier })}
            maxLength={60}
            placeholder="Itaú, Caixinha da obra, Cartão…"
            autoFocus={row === null}
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
        {/* Enter clicks this hidden button; the visible one is in the drawer's foot. */}
        <button type="submit" hidden />
      </form>
    </>
  );
};

/** The balance, and the movements that the balance date excludes. */
const Balances = ({ wallet }: { wallet: Wallet }) => {
  const ignored = wallet.balance?.ignoredMovements ?? 0;
  return (
    <>
      <div className={styles.banners}>
        {ignored > 0 && (
          <Banner tone="warning">
            {ignoredSentence(ignored, wallet.balanceDate)} Se deviam contar, recue a data e ajuste o saldo inicial.
          </Banner>
        )}
      </div>
      <div className={styles.figures}>
        <FigureStrip
          figures={[
            { label: 'Saldo inicial', value: wallet.initialBalance, tone: 'sign' },
            { label: 'Saldo de hoje', value: wallet.balance?.balance, tone: 'sign' },
          ]}
        />
      </div>
    </>
  );
};
