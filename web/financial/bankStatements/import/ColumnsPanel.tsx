import { counted } from '#domain/numberFormat.ts';
import { fieldProblems } from '#web/client/errors.ts';
import { Button, Checkbox, Field, Select, TextInput } from '#web/ui/index.ts';
import { useState, type Ref } from 'react';
import { choiceOf, inputOf, missingOf, ROLES, withRole, type ColumnChoice, type Role, type Table } from './columns.ts';
import { failures, sentenceOf, type Draft } from './model.ts';
import type { Drafts } from './useDrafts.ts';
import styles from './columns.module.css';

export interface ColumnsPanelProps {
  draft: Draft;
  table: Table;
  drafts: Drafts;
  locked: boolean;
  /** The file has been read by the layout. */
  onDone: () => void;
  /** Leaves the layout as it was; without one, there is nothing to go back to. */
  onCancel?: (() => void) | undefined;
  ref?: Ref<HTMLElement>;
}

const NONE = 'NONE';
const OPTIONS = [...ROLES, { value: NONE, label: 'Não usar' }] as const;

interface Problems {
  bank?: string;
  columns?: string;
  /** The role at whose column the file cannot be read. */
  role?: string;
}

/** What the service says, at the column that it names. */
const refusedAs = (error: unknown): Problems => {
  const path = fieldProblems(error)[0]?.path ?? '';
  const sentence = sentenceOf(error, failures.map);
  const role = path.split('.').at(-1) ?? '';
  return role === 'bank' ? { bank: sentence } : { columns: sentence, role };
};

/** What the columns of a CSV are: a guess that a person confirms, once for a bank. */
export const ColumnsPanel = ({ draft, table, drafts, locked, onDone, onCancel, ref }: ColumnsPanelProps) => {
  const [choice, setChoice] = useState<ColumnChoice>(() => choiceOf(table));
  const [problems, setProblems] = useState<Problems>({});
  const [busy, setBusy] = useState(false);
  const read = async (): Promise<void> => {
    const missing = missingOf(choice);
    setProblems(missing);
    if (Object.keys(missing).length > 0) return;
    setBusy(true);
    try {
      await drafts.map(draft, inputOf(choice));
      onDone();
    } catch (error) {
      setProblems(refusedAs(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <section ref={ref} className={styles.panel} aria-label={`Colunas de ${draft.name}`}>
      <form
        noValidate
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          void read();
        }}
      >
        <div>
          <h2>O que é cada coluna?</h2>
          <p className={styles.note}>
            {counted(table.rows, 'linha')} no arquivo. O Prumo propõe pelo título e pelo conteúdo, e lembra na próxima
            vez.
          </p>
        </div>
        <div className={styles.fields}>
          <Field
            label="Banco ou cartão"
            required
            hint="o nome com que a conta aparece"
            {...(problems.bank !== undefined && { error: problems.bank })}
          >
            <TextInput
              value={choice.bank}
              maxLength={40}
              disabled={locked || busy}
              onChange={(bank) => setChoice({ ...choice, bank })}
            />
          </Field>
          <Checkbox
            label="Valores positivos são saídas (fatura de cartão)"
            checked={choice.inverted}
            disabled={locked || busy}
            onChange={(inverted) => setChoice({ ...choice, inverted })}
          />
        </div>
        <Columns
          table={table}
          choice={choice}
          locked={locked || busy}
          wrong={problems.role}
          onRole={(column, role) => setChoice(withRole(choice, column, role))}
        />
        {problems.columns !== undefined && (
          <p className={styles.problem} role="alert">
            {problems.columns}
          </p>
        )}
        <div className={styles.actions}>
          {onCancel && <Button onClick={onCancel}>Cancelar</Button>}
          <Button variant="primary" type="submit" busy={busy} disabled={locked}>
            Ler o extrato
          </Button>
        </div>
      </form>
    </section>
  );
};

interface ColumnsProps {
  table: Table;
  choice: ColumnChoice;
  locked: boolean;
  wrong: string | undefined;
  onRole: (column: number, role: Role | null) => void;
}

const Columns = ({ table: { headers, sample }, choice, locked, wrong, onRole }: ColumnsProps) => (
  <div className={styles.scroll} data-scroller="" tabIndex={-1}>
    <table className={styles.table}>
      <thead>
        <tr>
          {headers.map((header, at) => (
            // Columns have no name of their own: two may be called the same.
            <th key={at} scope="col" data-unused={choice.roles[at] === null || undefined}>
              <span className={styles.header}>{header}</span>
              <Select
                size="small"
                ariaLabel={`Coluna ${at + 1}: ${header}`}
                value={choice.roles[at] ?? NONE}
                options={OPTIONS}
                disabled={locked}
                onChange={(role) => onRole(at, role === NONE ? null : role)}
              />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {sample.map((cells, line) => (
          <tr key={line}>
            {cells.map((cell, at) => (
              <td
                key={at}
                data-unused={choice.roles[at] === null || undefined}
                data-wrong={(wrong !== undefined && choice.roles[at] === wrong) || undefined}
              >
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
