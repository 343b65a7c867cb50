import { formatCurrency, sum } from '#domain/money.ts';
import { readCell } from '#domain/imports/cells.ts';
import { counted } from '#domain/numberFormat.ts';
import { Button, Kbd, useIsPhone } from '#web/ui/index.ts';
import { useMemo } from 'react';
import { columnName } from './columns.ts';
import type { Draft, Row } from './draft.ts';
import styles from './ImportScreen.module.css';
import type { ImportRegister } from './registers.ts';
import { downloadRest } from './template.ts';
import type { RowResult } from './useCheck.ts';
import type { View } from './useViews.ts';

export interface ReviewFootProps {
  register: ImportRegister;
  draft: Draft;
  /** The rows that would be imported. */
  ready: readonly Row[];
  count: (of: View) => number;
  resultOf: (line: number) => RowResult | undefined;
}

/** What the rows that would be imported add up to; null where nothing is added up. */
const useTotal = ({ description }: ImportRegister, draft: Draft, ready: readonly Row[]): string | null => {
  const field = description.fields.find((one) => one.field === description.documents?.sum);
  const column = field ? draft.columns.indexOf(field.field) : -1;
  return useMemo(() => {
    if (!field || column < 0) return null;
    const values = ready.flatMap(({ cells }) => {
      const reading = readCell(field, cells[column] ?? '');
      return 'value' in reading && typeof reading.value === 'string' ? [reading.value] : [];
    });
    return formatCurrency(sum(values));
  }, [field, column, ready]);
};

/** What is imported and what stays out, with its reasons as a file. */
export const ReviewFoot = ({ register, draft, ready, count, resultOf }: ReviewFootProps) => {
  const phone = useIsPhone();
  const total = useTotal(register, draft, ready);
  const { documents } = register.description;
  const staysOut = (row: Row): boolean => {
    const status = resultOf(row.line)?.status;
    return row.out === true || status === 'FAILED' || (documents !== undefined && status === 'UNCHANGED');
  };
  const rest = draft.rows.filter(staysOut);
  const reasonOf = ({ line, out }: Row): string => {
    if (out) return 'Deixada de fora';
    const result = resultOf(line);
    return result?.status === 'UNCHANGED'
      ? 'Já existe'
      : (result?.problems.map(({ message }) => message).join(' ') ?? '');
  };
  const [equal, failed] = [count('UNCHANGED'), count('FAILED')];
  return (
    <footer className={styles.foot}>
      <strong>
        {counted(ready.length, 'pronta')} {total !== null && ready.length > 0 && total}
      </strong>
      {failed > 0 && (
        <span className={styles.bad}>
          {failed} com erro {failed === 1 ? 'fica' : 'ficam'} de fora
        </span>
      )}
      {equal > 0 && <span>{documents ? counted(equal, 'repetida') : counted(equal, 'igual', 'iguais')}</span>}
      {rest.length > 0 && (
        <Button
          variant="subtle"
          size={phone ? undefined : 'small'}
          onClick={() =>
            downloadRest(
              draft.fileName,
              draft.titles.map(columnName),
              rest.map((row) => ({ cells: row.cells, reason: reasonOf(row) })),
            )
          }
        >
          {`Baixar ${counted(rest.length, 'linha')} que ${rest.length === 1 ? 'fica' : 'ficam'} de fora`}
        </Button>
      )}
      <span className={styles.keys}>
        <span>
          <Kbd>F8</Kbd> próximo erro
        </span>
        <span>
          <Kbd>Enter</Kbd> editar
        </span>
        <span>
          <Kbd>Ctrl V</Kbd> colar células
        </span>
        <span>
          <Kbd>Ctrl Z</Kbd> desfazer
        </span>
      </span>
    </footer>
  );
};
