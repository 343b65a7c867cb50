import { TAX_LABELS } from '#domain/financial/retentions/taxes.ts';
import { formatMoney, isPositive, isZero, subtract, sum } from '#domain/money.ts';
import { formatExact } from '#domain/numberFormat.ts';
import type { RetentionProposalFragment, RetentionTax } from '#web/generated/financial.ts';
import { AddIcon, CheckIcon, WarningIcon } from '#web/ui/icons.ts';
import { Button, Menu, MoneyText, Problem, type MenuAction } from '#web/ui/index.ts';
import { useFocusAfterRemoval } from '#web/ui/useFocusAfterRemoval.ts';
import { useState } from 'react';
import { addRetention, removeRetention } from './edits.ts';
import { totalOf, type TransactionFormState } from './model.ts';
import { RetentionRow } from './RetentionRow.tsx';
import { netOf, newRetention, retainedTotal } from './retentions.ts';
import { addable, proposalOf, useRetentionProposals } from './useRetentionProposals.ts';
import styles from './Retentions.module.css';
import layout from '#web/form/document/document.module.css';

export interface RetentionsEditorProps {
  state: TransactionFormState;
  readOnly: boolean;
}

/** "Retenções na fonte" of an expense: one button until something is withheld. */
export const RetentionsEditor = ({ state, readOnly }: RetentionsEditorProps) => {
  const { form, problems, edit } = state;
  const rows = form.retentions;
  const [opened, setOpened] = useState(false);
  const proposals = useRetentionProposals(form, !readOnly && (opened || rows.length > 0));
  const { ref, removing } = useFocusAfterRemoval<HTMLElement>(
    'button[aria-label^="Remover retenção"]',
    '[data-adds] button',
  );
  if (rows.length === 0 && readOnly) return null;
  const add = (
    <span data-adds="" onFocus={() => setOpened(true)} onPointerEnter={() => setOpened(true)}>
      <Menu
        trigger={
          <Button variant={rows.length === 0 ? 'subtle' : undefined} icon={<AddIcon />}>
            {rows.length === 0 ? 'Retenções na fonte' : 'IRRF, CSRF…'}
          </Button>
        }
        actions={actionsOf(
          addable(proposals, rows),
          rows.some(({ key }) => key === 'GUARANTEE'),
          (key, proposal) => {
            edit(addRetention(newRetention(key, proposal, form.grossValue)));
          },
        )}
      />
    </span>
  );
  if (rows.length === 0) return <div className={styles.invitation}>{add}</div>;
  return (
    <section ref={ref} className={layout.section} aria-labelledby="transaction-retentions">
      <div className={layout.headingRow}>
        <h3 id="transaction-retentions" className={layout.heading}>
          Retenções na fonte
        </h3>
        {!readOnly && <div className={layout.headingActions}>{add}</div>}
      </div>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Imposto</th>
            <th scope="col" className={styles.number}>
              Base (R$)
            </th>
            <th scope="col" className={styles.number}>
              Alíquota
            </th>
            <th scope="col" className={styles.number}>
              Valor (R$)
            </th>
            <th scope="col">Recolher a</th>
            <th scope="col">Vencimento</th>
            <th scope="col">
              <span className="visuallyHidden">Ações</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <RetentionRow
              key={row.key}
              row={row}
              index={index}
              state={state}
              readOnly={readOnly}
              proposal={proposalOf(proposals, row)}
              onRemove={() => {
                removing(index);
                edit(removeRetention(row.key));
              }}
            />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td colSpan={3}>Soma</td>
            <td className={styles.number}>
              <MoneyText value={retainedTotal(form)} symbol={false} strong />
            </td>
            <td colSpan={3}>{isPositive(totalOf(form)) && <Equation state={state} />}</td>
          </tr>
        </tfoot>
      </table>
      {problems.retentions !== undefined && <Problem>{problems.retentions}</Problem>}
    </section>
  );
};

/** "57.084,00 = 55.100,00 + 1.984,00": the invoice, its installments and what is withheld. */
const Equation = ({ state: { form } }: { state: TransactionFormState }) => {
  const paid = sum(form.installments.map(({ grossValue }) => grossValue));
  const fits = isZero(subtract(netOf(form), paid));
  const text = `${formatMoney(totalOf(form))} ${fits ? '=' : '≠'} ${formatMoney(paid)} + ${formatMoney(retainedTotal(form))}`;
  return (
    <span className={fits ? layout.sumOk : layout.sumWrong} role="status">
      {fits ? <CheckIcon aria-hidden="true" /> : <WarningIcon aria-hidden="true" />} {text}
    </span>
  );
};

const actionsOf = (
  proposals: readonly RetentionProposalFragment[],
  guaranteed: boolean,
  add: (key: RetentionTax, proposal: RetentionProposalFragment | null) => void,
): MenuAction[] => [
  ...proposals.map((proposal) => {
    const { tax, rate, city } = proposal.rule;
    const where = city == null ? '' : ` (${city})`;
    return { label: `${TAX_LABELS[tax]} ${formatExact(rate)}%${where}`, onClick: () => add(tax, proposal) };
  }),
  ...(guaranteed
    ? []
    : [{ label: TAX_LABELS.GUARANTEE, separated: proposals.length > 0, onClick: () => add('GUARANTEE', null) }]),
];
