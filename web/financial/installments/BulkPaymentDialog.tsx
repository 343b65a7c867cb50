import { sum } from '#domain/money.ts';
import { counted } from '#domain/numberFormat.ts';
import { PAYMENT_METHOD_LABELS, PAYMENT_METHODS } from '#domain/paymentMethods.ts';
import { PAYMENT_NAMES } from '#domain/transactions.ts';
import { useForm } from '#web/form/useForm.ts';
import type { BulkPaymentInput, TransactionType } from '#web/generated/financial.ts';
import {
  Button,
  Combobox,
  DateInput,
  Dialog,
  Field,
  FirstProblem,
  MoneyText,
  ReadingContext,
  Segments,
  Select,
  today,
} from '#web/ui/index.ts';
import { useState, type SubmitEvent } from 'react';
import { useWalletBalances } from '#web/choices/useWalletBalances.ts';
import { useWalletChoice } from '#web/choices/useWalletChoice.ts';
import { BulkCodes } from './BulkCodes.tsx';
import { inputOf, needsOf, ownOf, partsOf, problemsOf, type BulkForm } from './bulkPaymentForm.ts';
import { BulkPaymentResults } from './BulkPaymentResults.tsx';
import { WalletEffects } from './WalletEffects.tsx';
import type { Row } from './row.ts';
import type { BulkResults } from './useBulk.ts';
import styles from './BulkPaymentDialog.module.css';
import layout from '#web/form/document/document.module.css';

export interface BulkPaymentDialogProps {
  type: TransactionType;
  /** Open installments to pay. */
  rows: readonly Row[];
  busy: boolean;
  /** Results per installment; null until the service has responded. */
  results: BulkResults | null;
  /** Undoes the successful payments of a partly rejected command; null when there are none. */
  onUndo: (() => void) | null;
  onPay: (input: BulkPaymentInput) => void;
  onClose: () => void;
}

const methods = PAYMENT_METHODS.map((value) => ({ value, label: PAYMENT_METHOD_LABELS[value] }));
const CHOICES = [
  { value: 'EACH', label: 'As previstas de cada uma' },
  { value: 'SAME', label: 'As mesmas para todas' },
] as const;

/** Each one's wallet and method, or the same for all; afterwards lists each rejected row with its reason. */
export const BulkPaymentDialog = (props: BulkPaymentDialogProps) =>
  props.results ? <BulkPaymentResults {...props} results={props.results} /> : <PaymentForm {...props} />;

const PaymentForm = ({ type, rows, busy, onPay, onClose }: BulkPaymentDialogProps) => {
  const expense = type === 'DEBIT';
  const wallets = useWalletChoice();
  const balances = useWalletBalances();
  const own = ownOf(rows);
  const [opened] = useState<BulkForm>(() => ({
    ...{ choice: own.wallets + own.methods > 0 ? 'EACH' : 'SAME', wallet: null, paymentDate: today() },
    paymentMethod: expense ? 'BOLETO' : 'PIX',
  }));
  const { form, set, problems, check, reading, refusals } = useForm(opened, opened, (now) => problemsOf(now, own));
  const { wallet, paymentDate, paymentMethod } = form;
  const needs = needsOf(form, own);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (check()) onPay(inputOf(form, own));
  };
  const mixed = form.choice === 'EACH';
  const total = sum(rows.map(({ installment }) => installment.value));
  return (
    <Dialog
      open
      onClose={onClose}
      title={`${PAYMENT_NAMES[type]} · ${counted(rows.length, 'parcela')}`}
      actions={
        <>
          <Button onClick={onClose}>Cancelar</Button>
          <Button variant="primary" type="submit" form="bulk-payment-form" busy={busy}>
            {PAYMENT_NAMES[type]}
          </Button>
        </>
      }
    >
      <form id="bulk-payment-form" onSubmit={submit} noValidate className={layout.fields}>
        {own.wallets + own.methods > 0 && (
          <div className={styles.remark}>
            <Segments
              ariaLabel="Como pagar"
              value={form.choice}
              options={CHOICES}
              onChange={(choice) => set({ choice })}
            />
          </div>
        )}
        <ReadingContext value={reading}>
          {needs.wallet && (
            <Field
              label={mixed && own.wallets > 0 ? 'Onde não houver carteira prevista' : 'Carteira'}
              required
              error={problems.wallet}
            >
              <Combobox
                path="wallet"
                value={wallet}
                onChange={(chosen) => set({ wallet: chosen })}
                options={wallets.options}
                loading={wallets.loading}
                clearable={false}
                autoFocus
              />
            </Field>
          )}
          {needs.method && (
            <Field
              label={mixed && own.methods > 0 ? 'Onde não houver forma prevista' : 'Forma'}
              required
              error={problems.paymentMethod}
            >
              <Select value={paymentMethod} onChange={(method) => set({ paymentMethod: method })} options={methods} />
            </Field>
          )}
          <Field label="Data" required error={problems.paymentDate}>
            <DateInput
              path="paymentDate"
              towards="past"
              value={paymentDate}
              onChange={(date) => set({ paymentDate: date })}
              // Where each one's wallet is known, Enter pays.
              autoFocus={!needs.wallet}
            />
          </Field>
        </ReadingContext>
        <FirstProblem refusals={refusals} />
        <WalletEffects type={type} parts={partsOf(form, rows)} wallets={balances} date={paymentDate} />
        <p className={styles.total} role="status">
          <span>{totalLabel(expense, partsOf(form, rows).length)}</span>
          <MoneyText value={total} strong tone={expense ? 'out' : 'in'} />
        </p>
      </form>
      {expense && <BulkCodes rows={rows} />}
    </Dialog>
  );
};

const totalLabel = (expense: boolean, wallets: number): string =>
  `${expense ? 'Sai' : 'Entra'} ${wallets > 1 ? (expense ? 'das carteiras' : 'nas carteiras') : expense ? 'da carteira' : 'na carteira'}`;
