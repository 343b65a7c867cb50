import { CheckIcon } from '#web/ui/icons.ts';
import { signed, type Line } from './model.ts';
import type { Decision } from './useDecisions.ts';
import styles from './lines.module.css';

interface ConflictChoiceProps {
  line: Line;
  decision: Decision;
  locked: boolean;
  onDecide: (decision: Decision) => void;
}

/** What to do about a line that the bank sent again with another amount. */
export const ConflictChoice = ({ line, decision, locked, onDecide }: ConflictChoiceProps) => {
  const choices: readonly (readonly [Decision, string])[] = [
    ['KEEP', `Manter ${signed(line.known?.amount ?? null)}`],
    ['REPLACE', `Usar ${signed(line.amount)}${line.known?.reconciled ? ' e desfazer a conciliação' : ''}`],
    ['BOTH', 'Guardar as duas'],
  ];
  return (
    <span className={styles.choices} role="group" aria-label={`O que fazer com ${line.memo}`}>
      {choices.map(([value, label]) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === decision}
          disabled={locked}
          onClick={() => onDecide(value)}
        >
          {value === decision && <CheckIcon aria-hidden="true" />}
          {label}
        </button>
      ))}
    </span>
  );
};
