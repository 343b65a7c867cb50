import { isIsoDate } from '#domain/dates.ts';
import { formatCurrency, sum } from '#domain/money.ts';
import { counted } from '#domain/numberFormat.ts';
import { PAYMENT_METHOD_LABELS, PAYMENT_METHODS, type PaymentMethod } from '#domain/paymentMethods.ts';
import { useForm, type Problems } from '#web/form/useForm.ts';
import type { BulkPaymentInput, TransactionType } from '#web/generated/financial.ts';
import {
  Banner,
  Button,
  Combobox,
  DateInput,
  Dialog,
  Field,
  FirstProblem,
  MoneyText,
  ReadingContext,
  Select,
  StatusPill,
  today,
  type Option,
} from '#web/ui/index.ts';
import { useState, type FormEvent } from 'react';
import { BeforeBalance } from '../transactions/form/BeforeBalance.tsx';
import { useWalletChoice } from '#web/choices/useWalletChoice.ts';
import { BulkCodes } from './BulkCodes.tsx';
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

interface BulkForm {
  wallet: Option | null;
  paymentDate: string;
  paymentMethod: PaymentMethod | '';
}

const methods = PAYMENT_METHODS.map((value) => ({ value, label: PAYMENT_METHOD_LABELS[value] }));

/** Returns the expected wallet that all rows share, or null. */
const expectedWallet = (rows: readonly Row[]): Option | null => {
  const [first, ...others] = rows.map(({ transaction }) => transaction.expectedWallet);
  const same = first && others.every((wallet) => wallet?.id === first.id);
  return same ? { id: first.id, label: first.identifier } : null;
};

/** One wallet, date and method for all rows; afterwards lists each rejected row with its reason. */
export const BulkPaymentDialog = (props: BulkPaymentDialogProps) => {
  const { type, rows, busy, results, onPay, onClose } = props;
  const expense = type === 'DEBIT';
  const wallets = useWalletChoice();
  const [opened] = useState<BulkForm>(() => ({
    wallet: expectedWallet(rows),
    paymentDate: today(),
    paymentMethod: rows[0]?.transaction.preferredPaymentMethod ?? (expense ? 'BOLETO' : 'PIX'),
  }));
  const { form, set, problems, check, reading, refusals } = useForm(opened, opened, problemsOf);
  const { wallet, paymentDate, paymentMethod } = form;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (check() && wallet && paymentMethod) onPay({ walletId: wallet.id, paymentDate, paymentMethod });
  };
  const count = counted(rows.length, 'parcela');
  const total = sum(rows.map(({ installment }) => installment.value));
  if (results) return <Results {...props} results={results} />;
  return (
    <Dialog
      open
      onClose={onClose}
      title={`${expense ? 'Pagar' : 'Receber'} ${count}`}
      actions={
        <>
          <Button onClick={onClose}>Cancelar</Button>
          <Button variant="primary" type="submit" form="bulk-payment-form" busy={busy}>
            {expense ? 'Pagar' : 'Receber'} {formatCurrency(total)}
          </Button>
        </>
      }
    >
      <form id="bulk-payment-form" onSubmit={submit} noValidate className={layout.fields}>
        <ReadingContext value={reading}>
          <Field label="Carteira" required error={problems.wallet}>
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
          <Field label="Forma" required error={problems.paymentMethod}>
            <Select value={paymentMethod} onChange={(method) => set({ paymentMethod: method })} options={methods} />
          </Field>
          <Field label="Data" required error={problems.paymentDate}>
            <DateInput
              path="paymentDate"
              towards="past"
              value={paymentDate}
              onChange={(date) => set({ paymentDate: date })}
            />
          </Field>
        </ReadingContext>
        <FirstProblem refusals={refusals} />
        <div className={styles.remark}>
          <BeforeBalance wallets={wallets.options} wallet={wallet} date={paymentDate} />
        </div>
        <p className={styles.total} role="status">
          <span>{expense ? 'Sai da carteira' : 'Entra na carteira'}</span>
          <MoneyText value={total} strong tone={expense ? 'out' : 'in'} />
        </p>
      </form>
      {expense && <BulkCodes rows={rows} />}
    </Dialog>
  );
};

const problemsOf = ({ wallet, paymentDate, paymentMethod }: BulkForm): Problems => ({
  ...(wallet ? {} : { wallet: 'Escolha a carteira' }),
  ...(paymentMethod ? {} : { paymentMethod: 'Escolha a forma' }),
  ...(isIsoDate(paymentDate) ? {} : { paymentDate: 'Informe a data' }),
  ...(paymentDate > today() ? { paymentDate: 'A data não pode ser futura' } : {}),
});

interface ResultsProps extends Pick<BulkPaymentDialogProps, 'type' | 'rows' | 'onUndo' | 'onClose'> {
  results: BulkResults;
}

const Results = ({ type, rows, results, onUndo, onClose }: ResultsProps) => {
  const expense = type === 'DEBIT';
  const done = results.filter(({ ok }) => ok).length;
  const undoLabel = `Desfazer ${counted(done, expense ? 'pagamento' : 'recebimento')}`;
  const word = expense ? 'paga' : 'recebida';
  const byId = new Map(results.map((result) => [result.id, result]));
  // Rejected rows first, because they need attention.
  const ordered = [...rows].sort((a, b) => Number(byId.get(a.id)?.ok ?? false) - Number(byId.get(b.id)?.ok ?? false));
  return (
    <Dialog
      open
      onClose={onClose}
      title={`${done} de ${rows.length} parcelas ${word}s`}
      actions={
        <>
          {onUndo && <Button onClick={onUndo}>{undoLabel}</Button>}
          <Button variant="primary" onClick={onClose}>
            Fechar
          </Button>
        </>
      }
    >
      <Banner tone="warning">
        {results.length - done === 1
          ? 'Uma parcela foi recusada e continua selecionada na lista, com o motivo.'
          : `${results.length - done} parcelas foram recusadas e continuam selecionadas na lista, com o motivo.`}
      </Banner>
      <ul className={styles.results}>
        {ordered.map(({ id, installment, transaction }) => {
          const result = byId.get(id);
          return (
            <li key={id}>
              <span className={styles.name}>
                {transaction.partner?.name ?? transaction.description ?? `Lançamento ${transaction.id}`}
              </span>
              <MoneyText value={installment.grossValue} />
              <StatusPill tone={result?.ok ? 'in' : 'warning'}>{result?.ok ? capital(word) : 'Recusada'}</StatusPill>
              {!result?.ok && <span className={styles.reason}>{result?.message}</span>}
            </li>
          );
        })}
      </ul>
    </Dialog>
  );
};

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
