import { formatCurrency } from '#domain/money.ts';
import { fieldProblems } from '#web/client/errors.ts';
import { useEditorKeys } from '#web/form/useEditorKeys.ts';
import { useForm, type Problems } from '#web/form/useForm.ts';
import { begunDay, begunMoney, begunText, type Begun } from '#web/session/begun.ts';
import {
  Button,
  Combobox,
  DateInput,
  Dialog,
  Field,
  FirstProblem,
  MoneyInput,
  ReadingContext,
  TextInput,
  today,
} from '#web/ui/index.ts';
import { useState, type SubmitEvent } from 'react';
import type { Wallet } from '../useWallets.ts';
import { Effects } from './Effects.tsx';
import { effectsOf, inputOf, problemsOf, type TransferForm } from './transferForm.ts';
import { useTransferCalls } from './useTransferCalls.ts';
import styles from './Transfer.module.css';

const optionOf = ({ id, identifier, balance }: Wallet) => ({
  id,
  label: identifier,
  ...(balance ? { hint: formatCurrency(balance.balance) } : {}),
});

export interface NewTransferProps {
  wallets: readonly Wallet[];
  /** Wallet of the open statement, the default source. */
  from: Wallet | undefined;
  /** What the assistant understood of it. */
  begun: Begun | null;
  onClose: () => void;
}

/** Form of a transfer between two wallets; shows both resulting balances while the user types. */
export const NewTransfer = ({ wallets, from, begun, onClose }: NewTransferProps) => {
  const [opened] = useState<TransferForm>(() => ({
    sourceWalletId: from?.active ? from.id : null,
    targetWalletId: null,
    amount: '',
    date: today(),
    description: '',
    ...(begun && begunTransfer(begun)),
  }));
  const { form, set, check, blocking, refuse, reading, ...state } = useForm(opened, opened, problemsOf);
  const calls = useTransferCalls();
  const options = wallets.filter(({ active }) => active).map(optionOf);
  const chosen = (id: string | null) => options.find((option) => option.id === id) ?? null;
  const problems: Problems = { ...sameWallet(form, blocking), ...state.problems };
  const send = async () => {
    const input = inputOf(form);
    if (!check() || !input || calls.sending) return;
    try {
      if (await calls.send(input)) onClose();
    } catch (error) {
      // The common error routing reports errors that belong to no field.
      refuse(fieldProblems(error));
    }
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void send();
  };
  useEditorKeys({ onSave: () => void send(), inDialog: true });
  return (
    <Dialog
      open
      onClose={onClose}
      title="Nova transferência"
      actions={
        <>
          <Button onClick={onClose}>Cancelar</Button>
          <Button variant="primary" type="submit" form="transfer-form" shortcut="Ctrl S" busy={calls.sending}>
            Transferir
          </Button>
        </>
      }
    >
      <form id="transfer-form" onSubmit={submit} noValidate className={styles.fields}>
        <ReadingContext value={reading}>
          <Field label="De" required error={problems.sourceWalletId}>
            <Combobox
              path="sourceWalletId"
              value={chosen(form.sourceWalletId)}
              onChange={(option) => set({ sourceWalletId: option?.id ?? null })}
              options={options}
              clearable={false}
              autoFocus={form.sourceWalletId === null}
            />
          </Field>
          <Field label="Para" required error={problems.targetWalletId}>
            <Combobox
              path="targetWalletId"
              value={chosen(form.targetWalletId)}
              onChange={(option) => set({ targetWalletId: option?.id ?? null })}
              options={options}
              clearable={false}
              autoFocus={form.sourceWalletId !== null}
            />
          </Field>
          <Field label="Valor" required error={problems.amount}>
            <MoneyInput path="amount" symbol="R$" value={form.amount} onChange={(amount) => set({ amount })} />
          </Field>
          <Field label="Data" required error={problems.date}>
            <DateInput path="date" towards="past" value={form.date} onChange={(date) => set({ date })} />
          </Field>
          <Field label="Descrição" error={problems.description} className={styles.wide}>
            <TextInput value={form.description} onChange={(description) => set({ description })} maxLength={200} />
          </Field>
        </ReadingContext>
        <FirstProblem refusals={state.refusals} />
        <Effects effects={effectsOf(form, wallets, today())} />
      </form>
    </Dialog>
  );
};

const begunTransfer = (begun: Begun): TransferForm => ({
  sourceWalletId: begunText(begun, 'source') || null,
  targetWalletId: begunText(begun, 'target') || null,
  amount: begunMoney(begun, 'value'),
  date: begunDay(begun, 'dueDate') || today(),
  description: begunText(begun, 'description'),
});

/** The only problem that is shown before the first attempt to save. */
const sameWallet = (
  { sourceWalletId, targetWalletId }: TransferForm,
  { targetWalletId: same = '' }: Problems,
): Problems => (targetWalletId !== null && sourceWalletId === targetWalletId ? { targetWalletId: same } : {});
