import type { FieldProblem } from '#domain/errors.ts';
import { methodOf } from '#domain/financial/paymentCodes/check.ts';
import { PayCode } from '#web/financial/paymentCodes/pay/PayCode.tsx';
import { SupplierPayment } from '#web/financial/partners/payment/SupplierPayment.tsx';
import { readHere } from '#web/financial/paymentCodes/reading.ts';
import { useForm, type Problems } from '#web/form/useForm.ts';
import { isIsoDate } from '#domain/dates.ts';
import { add, compare, isNegative, isPositive, subtract, ZERO, type Money } from '#domain/money.ts';
import { PAYMENT_METHOD_LABELS, PAYMENT_METHODS, type PaymentMethod } from '#domain/paymentMethods.ts';
import { PAYMENT_NAMES } from '#domain/transactions.ts';
import type { PaymentInput } from '#web/generated/financial.ts';
import {
  Button,
  Combobox,
  DateInput,
  Dialog,
  Field,
  FirstProblem,
  MoneyInput,
  MoneyText,
  ReadingContext,
  Select,
  today,
  type Option,
} from '#web/ui/index.ts';
import { useCallback, useEffect, useState, type SubmitEvent } from 'react';
import { BeforeBalance } from './BeforeBalance.tsx';
import { partnerIdOf, type FormInstallment, type TransactionForm } from './model.ts';
import { useWalletChoice } from '#web/choices/useWalletChoice.ts';
import styles from './PaymentDialog.module.css';
import layout from '#web/form/document/document.module.css';

export interface PaymentDialogProps {
  expense: boolean;
  /** Whose document it is, where that is not open beside the dialog. */
  of?: string | null | undefined;
  installment: FormInstallment;
  /** Number of the installment: 2 of "parcela 2/3". */
  number: number;
  form: TransactionForm;
  busy: boolean;
  /** Problems of the service, by field of the payment. */
  refused: readonly FieldProblem[];
  onPay: (input: PaymentInput) => void;
  onClose: () => void;
}

interface Payment {
  paymentDate: string;
  wallet: Option | null;
  paymentMethod: PaymentMethod | '';
  grossValue: Money | '';
  increase: Money | '';
  discount: Money | '';
}

const methods = PAYMENT_METHODS.map((value) => ({ value, label: PAYMENT_METHOD_LABELS[value] }));

/** Payment of an installment or a part of it, with increase and discount; shows the amount that leaves the wallet. */
export const PaymentDialog = (props: PaymentDialogProps) => {
  const { expense, installment, number, form, busy, refused, onPay, onClose } = props;
  const name = PAYMENT_NAMES[expense ? 'DEBIT' : 'CREDIT'];
  const wallets = useWalletChoice();
  const read = expense && installment.paymentCode != null ? readHere(installment.paymentCode) : null;
  const code = read?.ok ? read.code : null;
  const supplierId = expense ? partnerIdOf(form) : null;
  const [opened] = useState<Payment>(() => ({
    paymentDate: today(),
    wallet: form.expectedWallet,
    paymentMethod: code ? methodOf(code.kind) : form.preferredPaymentMethod || (expense ? 'BOLETO' : 'PIX'),
    grossValue: installment.grossValue,
    increase: '',
    discount: '',
  }));
  const problemsNow = useCallback((payment: Payment) => problemsOf(payment, installment), [installment]);
  const { form: payment, set, problems: shown, check, reading, ...state } = useForm(opened, opened, problemsNow);
  const { refuse } = state;
  useEffect(() => refuse(refused), [refuse, refused]);
  const rest = subtract(installment.grossValue, payment.grossValue || ZERO);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (check()) onPay(inputOf(payment));
  };
  const title = [name, props.of, `parcela ${number}/${form.installments.length}`].filter(Boolean).join(' · ');
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button onClick={onClose}>Cancelar</Button>
          <Button variant="primary" type="submit" form="payment-form" busy={busy}>
            {name}
          </Button>
        </>
      }
    >
      {code && (
        <div className={styles.code}>
          <PayCode code={code} />
        </div>
      )}
      {supplierId !== null && <SupplierPayment partnerId={supplierId} />}
      <form id="payment-form" onSubmit={submit} noValidate className={layout.fields}>
        <ReadingContext value={reading}>
          <Field label="Carteira" required error={shown.wallet}>
            <Combobox
              path="wallet"
              value={payment.wallet}
              onChange={(wallet) => set({ wallet })}
              options={wallets.options}
              loading={wallets.loading}
              clearable={false}
              autoFocus={payment.wallet === null}
            />
          </Field>
          <Field label="Forma" required error={shown.paymentMethod}>
            <Select
              value={payment.paymentMethod}
              onChange={(paymentMethod) => set({ paymentMethod })}
              options={methods}
            />
          </Field>
          <Field label="Data" required error={shown.paymentDate}>
            <DateInput
              path="paymentDate"
              towards="past"
              value={payment.paymentDate}
              onChange={(paymentDate) => set({ paymentDate })}
            />
          </Field>
          <Field
            label="Valor da parcela"
            required
            error={shown.grossValue}
            hint={
              isPositive(rest) && payment.grossValue !== ''
                ? `${expense ? 'Pagamento' : 'Recebimento'} parcial: o restante continua em aberto`
                : undefined
            }
          >
            <MoneyInput
              path="grossValue"
              symbol="R$"
              value={payment.grossValue}
              onChange={(grossValue) => set({ grossValue })}
              autoFocus={payment.wallet !== null}
            />
          </Field>
          <Field label="Juros e multa" error={shown.increase}>
            <MoneyInput
              path="increase"
              symbol="R$"
              value={payment.increase}
              onChange={(increase) => set({ increase })}
            />
          </Field>
          <Field label="Desconto" error={shown.discount}>
            <MoneyInput
              path="discount"
              symbol="R$"
              value={payment.discount}
              onChange={(discount) => set({ discount })}
            />
          </Field>
        </ReadingContext>
        <FirstProblem refusals={state.refusals} />
        <div className={styles.remark}>
          <BeforeBalance wallets={wallets.options} wallet={payment.wallet} date={payment.paymentDate} />
        </div>
        <p className={styles.total} role="status">
          <span>{expense ? 'Sai da carteira' : 'Entra na carteira'}</span>
          <MoneyText value={netOf(payment)} strong tone={expense ? 'out' : 'in'} />
          {isPositive(rest) && payment.grossValue !== '' && (
            <span className={styles.rest}>
              fica em aberto <MoneyText value={rest} />
            </span>
          )}
        </p>
      </form>
    </Dialog>
  );
};

const netOf = ({ grossValue, increase, discount }: Payment): Money =>
  subtract(add(grossValue || ZERO, increase || ZERO), discount || ZERO);

const problemsOf = (payment: Payment, installment: FormInstallment): Problems => ({
  ...(payment.wallet ? {} : { wallet: 'Escolha a carteira' }),
  ...(payment.paymentMethod ? {} : { paymentMethod: 'Escolha a forma' }),
  ...(isIsoDate(payment.paymentDate) ? futureProblem(payment.paymentDate) : { paymentDate: 'Informe a data' }),
  ...(payment.grossValue !== '' && isPositive(payment.grossValue) ? {} : { grossValue: 'Informe o valor' }),
  ...(compare(payment.grossValue || ZERO, installment.grossValue) > 0
    ? { grossValue: 'Maior que a parcela: informe o excedente em juros e multa' }
    : {}),
  ...(isNegative(netOf(payment)) ? { discount: 'O desconto passa do valor' } : {}),
});

const futureProblem = (date: string): Problems =>
  date > today() ? { paymentDate: 'A data do pagamento não pode ser futura' } : {};

const inputOf = (payment: Payment): PaymentInput => ({
  paymentDate: payment.paymentDate,
  walletId: payment.wallet?.id ?? '',
  paymentMethod: payment.paymentMethod || 'OTHER',
  grossValue: payment.grossValue || null,
  increase: payment.increase || null,
  discount: payment.discount || null,
});

/** Maps the service's problems to the fields of the dialog. */
export const paymentProblems = (problems: readonly FieldProblem[]): FieldProblem[] =>
  problems.map(({ path, message }) => ({
    path: path.replace(/^input\./, '').replace(/^(bank|walletId)(\.id)?$/, 'wallet'),
    message,
  }));
