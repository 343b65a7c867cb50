import { DOCUMENTS } from '#web/session/newTransaction.ts';
import { formatDate } from '#domain/dates.ts';
import { formatMoney } from '#domain/money.ts';
import { Checkbox, MoneyInput } from '#web/ui/index.ts';
import { Link } from 'react-router-dom';

import { noteOf, type Row, type Said } from './rows.ts';
import styles from './preview.module.css';

interface RowProps {
  row: Row;
  problem: string | undefined;
  active: boolean;
  onSay: (said: Said) => void;
  onFocus: () => void;
}

/** One document that would be made. */
export const PreviewRow = ({ row, problem, active, onSay, onFocus }: RowProps) => {
  const { occurrence, ticked, locked, typed, value } = row;
  const { model, existing, documentNumber } = occurrence;
  const sign = model.type === 'DEBIT' ? '−' : '+';
  const gone = existing != null && !ticked;
  return (
    <li
      className={styles.row}
      data-gone={gone || undefined}
      data-active={active || undefined}
      onFocus={onFocus}
      aria-label={model.name}
    >
      <span className={styles.tick}>
        <Checkbox
          ariaLabel={`Criar ${model.name}${locked === null ? '' : `: ${locked}`}`}
          checked={ticked}
          disabled={locked !== null}
          onChange={(next) => onSay({ ticked: next })}
        />
      </span>
      <span className={styles.day}>{formatDate(occurrence.dueDate)}</span>
      <span className={styles.what}>
        <span className={styles.title}>
          <span className={styles.model}>{model.name}</span> · {documentNumber ?? 'sem número'}
        </span>
        <span className={styles.note}>
          {noteOf(row)}
          {existing && (
            <>
              {' · '}
              <Link to={`${DOCUMENTS[model.type]}?id=${existing.id}`}>Abrir</Link>
            </>
          )}
        </span>
        {problem !== undefined && (
          <span role="alert" className={styles.problem}>
            {problem}
          </span>
        )}
      </span>
      {typed ? (
        <span className={styles.field} data-type={model.type} data-empty={value === '' || undefined}>
          <span className={styles.sign} aria-hidden="true">
            {value === '' ? '' : sign}
          </span>
          <MoneyInput
            path={row.key}
            ariaLabel={`Valor de ${model.name}`}
            placeholder="digite"
            value={value}
            invalid={problem !== undefined}
            onChange={(next) => onSay({ value: next })}
          />
        </span>
      ) : (
        <span className={styles.value} data-type={model.type}>
          {value === '' ? '—' : `${sign}${formatMoney(value)}`}
        </span>
      )}
    </li>
  );
};
