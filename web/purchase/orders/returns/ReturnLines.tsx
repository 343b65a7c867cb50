import { formatQuantity } from '#domain/numberFormat.ts';
import type { Problems } from '#web/form/useForm.ts';
import { Problem, QuantityInput } from '#web/ui/index.ts';
import { isTyped, typedOf, withLine, type ReturnableLine, type ReturnForm } from './model.ts';
import styles from './returns.module.css';

interface ReturnLinesProps {
  lines: readonly ReturnableLine[];
  form: ReturnForm;
  set: (values: Partial<ReturnForm>) => void;
  problems: Problems;
}

/** "vieram 6 sc, 2 já devolvidos" */
const cameText = ({ line, brought }: ReturnableLine): string => {
  const unit = line.unit.acronyms;
  const came = `vieram ${formatQuantity(brought.quantity)} ${unit}`;
  return brought.returnedQuantity === '0.0000'
    ? came
    : `${came}, ${formatQuantity(brought.returnedQuantity)} já devolvidos`;
};

/** What goes back of each line of the nota, and whether it comes again. */
export const ReturnLines = ({ lines, form, set, problems }: ReturnLinesProps) => (
  <ul className={styles.lines} aria-label="Itens da nota">
    {lines.map((one) => {
      const { line } = one;
      const path = `lines.${line.id}.quantity`;
      const typed = typedOf(form, line);
      return (
        <li key={line.id}>
          <span className={styles.facts}>
            <strong>{line.product.name}</strong>
            <span className={styles.muted}>{cameText(one)}</span>
          </span>
          <span className={styles.quantity}>
            <QuantityInput
              path={path}
              ariaLabel={`Devolver de ${line.product.name}`}
              value={typed.quantity}
              invalid={problems[path] !== undefined}
              onChange={(quantity) => set(withLine(form, line, { quantity }))}
            />
            {line.unit.acronyms}
          </span>
          {problems[path] && <Problem>{problems[path]}</Problem>}
          {isTyped(typed) && <Replacing {...{ one, form, set }} />}
        </li>
      );
    })}
  </ul>
);

const CHOICES = [
  { replaced: true, label: 'O fornecedor repõe' },
  { replaced: false, label: 'Não vem mais' },
];

const Replacing = ({ one: { line }, form, set }: Pick<ReturnLinesProps, 'form' | 'set'> & { one: ReturnableLine }) => {
  if (line.closed) return <span className={styles.muted}>Não vem mais: o saldo deste item foi encerrado.</span>;
  return (
    <div role="radiogroup" aria-label={`Reposição de ${line.product.name}`} className={styles.choices}>
      {CHOICES.map(({ replaced, label }) => (
        <label key={label} className={styles.choice}>
          <input
            type="radio"
            name={`replaced.${line.id}`}
            checked={typedOf(form, line).replaced === replaced}
            onChange={() => set(withLine(form, line, { replaced }))}
          />
          {label}
        </label>
      ))}
    </div>
  );
};
