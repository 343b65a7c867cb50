import { CheckCircleIcon } from '#web/ui/icons.ts';
import { Button, FormSection, Problem, useIsPhone } from '#web/ui/index.ts';
import type { KeyboardEvent } from 'react';
import { LineCard } from './LineCard.tsx';
import { LineRow } from './LineRow.tsx';
import { withAllMissing } from './model.ts';
import type { PartProps } from './parts.ts';
import styles from './receive.module.css';

/** Enter goes to the same cell of the next line, Shift+Enter to that of the line before. */
const pressEnter = (event: KeyboardEvent<HTMLElement>): void => {
  const cell = event.target instanceof Element ? event.target.closest('[data-cell]') : null;
  if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || !cell) return;
  event.preventDefault();
  const name = cell.getAttribute('data-cell') ?? '';
  const cells = [...event.currentTarget.querySelectorAll(`[data-cell="${name}"]`)];
  const next = cells[cells.indexOf(cell) + (event.shiftKey ? -1 : 1)];
  next?.querySelector('input')?.focus();
};

/** What came of each line of the order. */
export const Lines = (props: PartProps) => {
  const { order, form, set, problems } = props;
  const phone = useIsPhone();
  const lines = order.requirementLineList.filter(({ canceled }) => !canceled);
  return (
    <FormSection
      title="Itens que chegaram"
      actions={
        <Button icon={<CheckCircleIcon />} onClick={() => set(withAllMissing(order, form))}>
          Receber tudo o que falta
        </Button>
      }
    >
      <div className={styles.lines} onKeyDown={pressEnter}>
        {phone ? (
          <ul className={styles.cards}>
            {lines.map((line) => (
              <LineCard key={line.id} {...props} line={line} />
            ))}
          </ul>
        ) : (
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">Insumo</th>
                <th scope="col">Pedido</th>
                <th scope="col">Recebido</th>
                <th scope="col">Falta</th>
                <th scope="col">Agora</th>
                <th scope="col">Preço nota</th>
                <th scope="col">Total (R$)</th>
              </tr>
            </thead>
            {lines.map((line) => (
              <LineRow key={line.id} {...props} line={line} />
            ))}
          </table>
        )}
        {problems.nothing !== undefined && <Problem>{problems.nothing}</Problem>}
        {problems.installmentList !== undefined && <Problem>{problems.installmentList}</Problem>}
      </div>
    </FormSection>
  );
};
