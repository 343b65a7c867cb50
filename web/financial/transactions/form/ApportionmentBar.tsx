import { apportionmentPercentage } from '#domain/apportionment.ts';
import { isPositive, ZERO } from '#domain/money.ts';
import type { FormApportionment } from './model.ts';
import styles from './Apportionment.module.css';

/** Colours by position, distinguishable in light and dark; the name is always shown beside them. */
const colors = ['#0d7c99', '#d98b16', '#6e519d', '#06704f', '#bf3f26', '#53646d'];

export const colorOf = (index: number): string => colors[index % colors.length] ?? '#53646d';

/** The apportionment as one bar; the rest without a building is grey. */
export const ApportionmentBar = ({ apportionments, total }: { apportionments: FormApportionment[]; total: string }) => (
  <div className={styles.bar} aria-hidden="true">
    {isPositive(total) &&
      apportionments.map((one, index) => (
        <span
          key={one.key}
          style={{ width: `${apportionmentPercentage(one.grossValue || ZERO, total)}%`, background: colorOf(index) }}
        />
      ))}
  </div>
);
