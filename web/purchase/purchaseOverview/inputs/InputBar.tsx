import { Bar } from '../bar/Bar.tsx';
import type { Row } from './rows.ts';

/** By quantity; by value of what has none. */
export const InputBar = ({ row }: { row: Row }) => {
  const measure = row.product ? 'quantity' : 'value';
  const of = (one: Row['estimated']): string => one[measure] ?? '0';
  return (
    <Bar
      estimated={of(row.estimated)}
      reached={[
        ['done', of(row.received)],
        ['ordered', of(row.ordered)],
      ]}
    />
  );
};
