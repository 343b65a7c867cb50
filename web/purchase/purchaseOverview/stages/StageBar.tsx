import { Bar } from '../bar/Bar.tsx';
import type { Values } from '../words.ts';

/** Paid, received and ordered over what was estimated, which ends at the tick. */
export const StageBar = ({ values }: { values: Values }) => (
  <Bar
    tick
    estimated={values.estimated.value}
    reached={[
      ['paid', values.paid.value],
      ['received', values.received.value],
      ['ordered', values.ordered.value],
    ]}
  />
);
