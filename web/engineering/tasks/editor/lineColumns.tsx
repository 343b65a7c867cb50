import { formatCoefficient, formatPrice4, formatShare } from '#domain/numberFormat.ts';
import type { LineColumn } from '#web/form/lines/columns.ts';
import { Button, QuantityInput } from '#web/ui/index.ts';
import { memo } from 'react';
import { BasePill } from '../BasePill.tsx';
import styles from './editor.module.css';
import { LineIcon } from './LineIcon.tsx';
import { linePath, type FormLine, type TaskFormState } from './model.ts';
import type { TaskFigures } from './totals.ts';

interface LineContext {
  figures: TaskFigures;
  problems: TaskFormState['problems'];
  /** The same function for all renders. */
  onQuantity: (line: FormLine, quantity: string) => void;
  /** Looks for what a marked line could stand for. */
  onSearch: (line: FormLine) => void;
}

const Item = ({ line, onSearch }: { line: FormLine; onSearch: LineContext['onSearch'] }) => (
  <span className={styles.item}>
    <LineIcon kind={line.kind} type={line.productType} />
    <span className={styles.code}>{line.code}</span>
    {line.unknown === null ? (
      <span className={styles.itemName} title={line.name}>
        {line.name}
      </span>
    ) : (
      <Button size="small" onClick={() => onSearch(line)}>
        Procurar
      </Button>
    )}
  </span>
);

interface CoefficientProps extends Pick<LineContext, 'onQuantity'> {
  line: FormLine;
  invalid: boolean;
}

/** Drawn anew for its own line alone: the figures of all lines change with every keystroke. */
const Coefficient = memo(({ line, invalid, onQuantity }: CoefficientProps) => (
  <span className={styles.typed}>
    <QuantityInput
      fourPlaces
      size="small"
      path={linePath(line.key)}
      ariaLabel={`Coeficiente de ${line.name || line.code}`}
      invalid={invalid}
      value={line.quantity}
      onChange={(quantity) => onQuantity(line, quantity)}
    />
  </span>
));
Coefficient.displayName = 'Coefficient';

export const quantityProblem = (
  problems: LineContext['problems'],
  { key }: FormLine,
  index: number,
): string | undefined =>
  problems[linePath(key)] ??
  ['quantity', 'resourceId', 'taskId', 'id'].map((field) => problems[`items.${index}.${field}`]).find(Boolean) ??
  problems[`items.${index}`];

/** The columns of mock 24: what, of which base, how much, at which price. */
export const lineColumns = (context: LineContext): readonly LineColumn<FormLine>[] => {
  const { figures, problems, onQuantity, onSearch } = context;
  const priceOf = (line: FormLine) => {
    if (line.kind === null) return '';
    return line.unitPrice === null ? <span className={styles.noPrice}>sem preço</span> : formatPrice4(line.unitPrice);
  };
  const totalOf = (line: FormLine) => {
    const total = figures.totalOf(line);
    return total === null ? '—' : formatPrice4(total);
  };
  return [
    { id: 'item', title: 'Item', card: 'title', render: (line) => <Item line={line} onSearch={onSearch} /> },
    { id: 'base', title: 'Base', width: '76px', card: 'meta', render: ({ base }) => <BasePill base={base} short /> },
    { id: 'unit', title: 'Un.', width: '52px', card: 'meta', render: ({ unit }) => unit },
    {
      ...{ id: 'quantity', title: 'Coeficiente', width: '110px', align: 'right' },
      render: ({ quantity }) => formatCoefficient(quantity),
      edit: (line, index) => (
        <Coefficient
          line={line}
          invalid={quantityProblem(problems, line, index) !== undefined}
          onQuantity={onQuantity}
        />
      ),
      repeat: (line, above) => ({ ...line, quantity: above.quantity }),
    },
    { id: 'price', title: 'Preço (R$)', width: '96px', align: 'right', card: 'meta', render: priceOf },
    {
      ...{ id: 'total', title: 'Total (R$)', width: '96px', align: 'right', card: 'end' },
      render: (line) => <strong>{totalOf(line)}</strong>,
    },
    {
      ...{ id: 'share', title: '%', width: '62px', align: 'right', card: 'end' },
      render: (line) => {
        const share = figures.shareOf(line);
        return share === null ? '' : <span className={styles.muted}>{formatShare(share)}</span>;
      },
    },
  ];
};
