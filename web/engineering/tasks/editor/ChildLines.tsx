import { formatCoefficient, formatPrice4 } from '#domain/numberFormat.ts';
import { useTaskQuery } from '#web/generated/engineering.ts';
import { useIsPhone } from '#web/ui/index.ts';
import { BasePill } from '../BasePill.tsx';
import styles from './editor.module.css';
import { LineIcon } from './LineIcon.tsx';
import { formOf } from './model.ts';
import { figuresOf } from './totals.ts';

interface ChildLinesProps {
  id: string;
  columns: number;
}

/** The lines of a composition inside a line, opened in place and read-only. */
export const ChildLines = ({ id, columns }: ChildLinesProps) => {
  const { data } = useTaskQuery({ variables: { id } });
  const phone = useIsPhone();
  const task = data?.task;
  if (!task) {
    return (
      <tr>
        <td colSpan={columns} className={styles.muted}>
          Carregando…
        </td>
      </tr>
    );
  }
  const { items } = formOf(task);
  const { totalOf } = figuresOf(items, task.readOnly ? { price: task.unitPrice } : null);
  return items.map((line) => {
    const total = totalOf(line);
    const name = (
      <span className={styles.item}>
        <LineIcon kind={line.kind} type={line.productType} />
        <span className={styles.code}>{line.code}</span>
        <span className={styles.childName} title={line.name}>
          {line.name}
        </span>
      </span>
    );
    const price = line.unitPrice === null ? 'sem preço' : formatPrice4(line.unitPrice);
    return phone ? (
      <tr key={line.key} className={styles.child}>
        <td>{name}</td>
        <td className={styles.childEnd}>
          {formatCoefficient(line.quantity)} {line.unit}
        </td>
      </tr>
    ) : (
      <tr key={line.key} className={styles.child}>
        <td />
        <td className={styles.childItem}>{name}</td>
        <td>
          <BasePill base={line.base} short />
        </td>
        <td>{line.unit}</td>
        <td className={styles.number}>{formatCoefficient(line.quantity)}</td>
        <td className={styles.number}>{price}</td>
        <td className={styles.number}>{total === null ? '—' : formatPrice4(total)}</td>
        <td colSpan={2} />
      </tr>
    );
  });
};
