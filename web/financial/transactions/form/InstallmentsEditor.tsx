import { daysBetween, formatDate } from '#domain/dates.ts';
import { missing } from '#domain/installments.ts';
import { formatCurrency, isNegative, isZero, negate, ZERO } from '#domain/money.ts';
import { AddIcon, CheckIcon, DeleteIcon, ExpenseIcon, MoreIcon, RefreshIcon, UndoIcon } from '#web/ui/icons.ts';
import {
  Button, DateInput, IconButton, Menu, MoneyInput, MoneyText, StatusPill, TextInput, today, type MenuAction,
} from '#web/ui/index.ts';
import { useState } from 'react';
import { addOne, removeOne, setCount, setInstallmentDueDate, setInstallmentValue, shareEqually } from './edits.ts';
import { hasPaid, totalOf, type FormInstallment } from './model.ts';
import type { TransactionFormState } from './useTransactionForm.ts';
import styles from './Installments.module.css';
import form from './TransactionForm.module.css';

export interface InstallmentsEditorProps {
  state: TransactionFormState;
  readOnly: boolean;
  expense: boolean;
  onPay: (installment: FormInstallment) => void;
  onUndo: (installment: FormInstallment) => void;
}

/** "Parcelas": live sum, what is missing, and one click to share it out again. */
export const InstallmentsEditor = ({ state, readOnly, expense, onPay, onUndo }: InstallmentsEditorProps) => {
  const { installments } = state.form;
  const left = missing(installments, totalOf(state.form));
  const problem = state.problems.installmentCount ?? (isZero(left) ? state.problems.installments : undefined);
  return (
    <section className={form.section} aria-labelledby="transaction-installments">
      <div className={form.headingRow}>
        <h3 id="transaction-installments" className={form.heading}>
          Parcelas
        </h3>
        {!readOnly && !hasPaid(state.form) && <CountInput key={installments.length} state={state} />}
        <span className={form.spacer} />
        {!readOnly && (
          <>
            <Button variant="subtle" icon={<RefreshIcon />} onClick={() => state.edit(shareEqually)}>
              Redistribuir
            </Button>
            <Button icon={<AddIcon />} onClick={() => state.edit(addOne)}>
              Parcela
            </Button>
          </>
        )}
      </div>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Nº</th>
            <th scope="col">Vencimento</th>
            <th scope="col" className={styles.number}>
              Valor (R$)
            </th>
            <th scope="col" className={styles.extra}>
              Acréscimo
            </th>
            <th scope="col" className={styles.extra}>
              Desconto
            </th>
            <th scope="col">Situação</th>
            <th scope="col">
              <span className="visuallyHidden">Ações</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {installments.map((installment, index) => (
            <Row
              key={installment.key}
              installment={installment}
              index={index}
              state={state}
              readOnly={readOnly}
              actions={actionsOf(installment, { state, readOnly, expense, onPay, onUndo })}
            />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td />
            <td>Soma das parcelas</td>
            <td className={styles.number}>
              <MoneyText value={installments.reduce((_all, one) => one.grossValue, ZERO) && sumOf(installments)} symbol={false} strong />
            </td>
            <td colSpan={4}>
              <SumCheck left={left} />
            </td>
          </tr>
        </tfoot>
      </table>
      {problem !== undefined && (
        <p role="alert" className={form.problem}>
          {problem}
        </p>
      )}
    </section>
  );
};
