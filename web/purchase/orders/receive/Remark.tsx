import { formatQuantity } from '#domain/numberFormat.ts';
import { WarningIcon } from '#web/ui/icons.ts';
import type { ReactNode } from 'react';
import type { Line } from './model.ts';
import styles from './receive.module.css';

/** Something to be considered about a line. */
export const Remark = ({ children }: { children: ReactNode }) => (
  <p className={styles.remark}>
    <WarningIcon aria-hidden="true" />
    <span>{children}</span>
  </p>
);

const CHOICES = [
  { close: false, label: 'manter em aberto' },
  { close: true, label: 'cancelar o saldo' },
];

interface RestChoiceProps {
  line: Pick<Line, 'id' | 'product' | 'unit'>;
  /** What is missing of it after this nota. */
  missing: string;
  close: boolean;
  onChange: (close: boolean) => void;
}

/** Asks whether what is missing of a line stays open. */
export const RestChoice = ({ line, missing, close, onChange }: RestChoiceProps) => (
  <div role="radiogroup" aria-label={`Saldo de ${line.product.name}`} className={styles.remark}>
    <WarningIcon aria-hidden="true" />
    <span>
      Faltam {formatQuantity(missing)} {line.unit.acronyms}.
    </span>
    {CHOICES.map((choice) => (
      <label key={choice.label} className={styles.choice}>
        <input
          type="radio"
          name={`rest.${line.id}`}
          checked={close === choice.close}
          onChange={() => onChange(choice.close)}
        />
        {choice.label}
      </label>
    ))}
  </div>
);
