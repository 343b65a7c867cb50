import { installmentsTotal, missing } from '#domain/installments.ts';
import { isPositive, isZero } from '#domain/money.ts';
import { SumCheck } from '#web/form/document/SumCheck.tsx';
import { AddIcon, RefreshIcon } from '#web/ui/icons.ts';
import { Button, CountInput, MoneyText, Problem } from '#web/ui/index.ts';
import { useFocusAfterRemoval } from '#web/ui/useFocusAfterRemoval.ts';
import { Refused } from '#web/form/document/edit.ts';
import { useStable } from '#web/form/useStable.ts';
import { useMemo, type ReactNode } from 'react';
import { addOne, removeOne, setCount, shareEqually } from './edits.ts';
import type { InstallmentActs } from './InstallmentMenu.tsx';
import { InstallmentRow } from './InstallmentRow.tsx';
import { hasPaid, installmentPath, totalOf, type FormInstallment, type TransactionFormState } from './model.ts';
import { netOf } from './retentions.ts';
import { useShownRows } from './useShownRows.ts';
import { dueDateWarnings } from './warnings.ts';
import styles from './Installments.module.css';
import layout from '#web/form/document/document.module.css';

type Act = (installment: FormInstallment) => void;

export interface InstallmentsEditorProps {
  expense: boolean;
  onPay: Act;
  onUndo: Act;
  /** Downloads the receipt of a paid one. */
  onReceipt: Act;
  /** Shows the code of an installment to be paid at the bank. */
  onShowCode?: Act | undefined;
  /** A line of a bank's statement is answered by its payment. */
  isReconciled: (installment: FormInstallment) => boolean;
  state: TransactionFormState;
  readOnly: boolean;
  mayPay: boolean;
  /** Where they come from. */
  note?: string | null;
  /** What makes the document decides number and values of its installments. */
  fixed?: boolean;
  /** Below the table: the field of the next payment code. */
  children?: ReactNode;
}

/** "Parcelas": live sum, the difference to the total, and a button that distributes it. */
export const InstallmentsEditor = (props: InstallmentsEditorProps) => {
  const { state, readOnly, mayPay, note, expense, isReconciled, fixed = false, children } = props;
  const { installments } = state.form;
  const { acts, rowsRef } = useActs(props);
  const { rows, onFocus } = useShownRows(installments);
  const warnings = dueDateWarnings(state);
  const problemAt = (index: number, key: string, field: 'dueDate' | 'grossValue') =>
    state.problems[installmentPath(key, field)] ?? state.problems[`installments.${index}.${field}`];
  const left = missing(installments, netOf(state.form));
  const problem = state.problems.installmentCount ?? (isZero(left) ? state.problems.installments : undefined);
  return (
    <section ref={rowsRef} className={layout.section} aria-labelledby="transaction-installments">
      <div className={layout.headingRow}>
        <h3 id="transaction-installments" className={layout.heading}>
          Parcelas
        </h3>
        {note != null && <span className={styles.from}>{note}</span>}
        {!readOnly && !fixed && !hasPaid(state.form) && <CountField state={state} />}
        {!readOnly && !fixed && (
          <div className={layout.headingActions}>
            <Button variant="subtle" icon={<RefreshIcon />} onClick={() => state.edit(shareEqually)}>
              Redistribuir
            </Button>
            <Button icon={<AddIcon />} onClick={() => state.edit(addOne)}>
              Parcela
            </Button>
          </div>
        )}
      </div>
      {problem !== undefined && <Problem>{problem}</Problem>}
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Nº</th>
            <th scope="col">Vencimento</th>
            <th scope="col" className={styles.number}>
              Valor (R$)
            </th>
            <th scope="col" className={`${styles.number} ${styles.extra}`}>
              Acréscimo
            </th>
            <th scope="col" className={`${styles.number} ${styles.extra}`}>
              Desconto
            </th>
            <th scope="col">Situação</th>
            <th scope="col">
              <span className="visuallyHidden">Ações</span>
            </th>
          </tr>
        </thead>
        <tbody onFocus={onFocus}>
          {rows.map((installment, index) => (
            <InstallmentRow
              key={installment.key}
              {...{ installment, index, readOnly, fixed, mayPay, expense, acts }}
              edit={state.edit}
              dateProblem={problemAt(index, installment.key, 'dueDate')}
              valueProblem={problemAt(index, installment.key, 'grossValue')}
              warning={warnings.get(installment.key)}
              reconciled={!installment.forecast && isReconciled(installment)}
              removable={installments.length > 1 && !fixed && !readOnly}
            />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td />
            <td>Soma das parcelas</td>
            <td className={styles.number}>
              <MoneyText value={installmentsTotal(installments)} symbol={false} strong />
            </td>
            <td colSpan={4}>
              {isPositive(totalOf(state.form)) && (
                <SumCheck left={left} whole={state.form.retentions.length > 0 ? 'o líquido' : undefined} />
              )}
            </td>
          </tr>
        </tfoot>
      </table>
      {children}
    </section>
  );
};

/** What the rows do, and where the focus goes when one of them is removed. */
const useActs = ({ state, onPay, onUndo, onReceipt, onShowCode }: InstallmentsEditorProps) => {
  const { installments } = state.form;
  const { ref: rowsRef, removing } = useFocusAfterRemoval<HTMLElement>(
    'button[aria-label^="Ações da parcela"]',
    '[data-adds]',
  );
  const on = (key: string, act: Act | undefined) => {
    const installment = installments.find((one) => one.key === key);
    if (installment) act?.(installment);
  };
  const pay = useStable((key: string) => on(key, onPay));
  const undo = useStable((key: string) => on(key, onUndo));
  const receipt = useStable((key: string) => on(key, onReceipt));
  const show = useStable((key: string) => on(key, onShowCode));
  const remove = useStable((key: string) => {
    removing(installments.findIndex((one) => one.key === key));
    state.edit(removeOne(key));
  });
  const shows = onShowCode !== undefined;
  const acts = useMemo<InstallmentActs>(
    () => ({ pay, undo, receipt, remove, showCode: shows ? show : undefined }),
    [pay, receipt, remove, show, shows, undo],
  );
  return { acts, rowsRef };
};

/** "3 × mensal": on Enter or blur builds equal monthly installments. */
const CountField = ({ state }: { state: TransactionFormState }) => (
  <span className={styles.count}>
    <CountInput
      path="installmentCount"
      size="small"
      ariaLabel="Número de parcelas"
      value={state.form.installments.length}
      problemOf={(count) => {
        const made = setCount(count)(state.form);
        return made instanceof Refused ? made.message : undefined;
      }}
      onChange={(count) => state.edit(setCount(count))}
    />
    <span>× mensal</span>
  </span>
);
