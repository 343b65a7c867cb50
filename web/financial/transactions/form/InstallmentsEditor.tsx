import { installmentsTotal, missing } from '#domain/installments.ts';
import { isPositive, isZero } from '#domain/money.ts';
import { SumCheck } from '#web/form/document/SumCheck.tsx';
import { AddIcon, RefreshIcon } from '#web/ui/icons.ts';
import { Button, CountInput, MoneyText, Problem } from '#web/ui/index.ts';
import { useFocusAfterRemoval } from '#web/ui/useFocusAfterRemoval.ts';
import { Refused } from '#web/form/document/edit.ts';
import type { ReactNode } from 'react';
import { addOne, removeOne, setCount, shareEqually } from './edits.ts';
import { InstallmentRow, type InstallmentActions } from './InstallmentRow.tsx';
import { hasPaid, totalOf, type TransactionFormState } from './model.ts';
import { netOf } from './retentions.ts';
import styles from './Installments.module.css';
import layout from '#web/form/document/document.module.css';

export interface InstallmentsEditorProps extends Omit<InstallmentActions, 'onRemove'> {
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
  const { state, readOnly, mayPay, note, fixed = false, children, ...actions } = props;
  const { installments } = state.form;
  const { ref: rowsRef, removing } = useFocusAfterRemoval<HTMLElement>(
    'button[aria-label^="Ações da parcela"]',
    '[data-adds]',
  );
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
        <tbody>
          {installments.map((installment, index) => (
            <InstallmentRow
              key={installment.key}
              installment={installment}
              index={index}
              state={state}
              readOnly={readOnly}
              fixed={fixed}
              mayPay={mayPay}
              onRemove={() => {
                removing(index);
                state.edit(removeOne(installment.key));
              }}
              {...actions}
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
