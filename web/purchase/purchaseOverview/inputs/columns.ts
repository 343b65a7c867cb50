import type { TreeColumn, TreeColumnGroup } from '#web/form/tree/TreeGrid.tsx';
import { MEASURE_LABELS, MEASURES } from '../words.ts';
import styles from '../grid.module.css';
import type { Shown } from './view.ts';

const TITLES = { quantity: 'Qtd.', value: 'R$' };
/** Side by side they are narrower than alone. */
const WIDTHS = { quantity: '64px', value: '94px' };
const ALONE = '118px';

/** Parts of each measure that are shown. */
export const partsOf = (shown: Shown): readonly ('quantity' | 'value')[] =>
  shown === 'both' ? ['quantity', 'value'] : [shown];

/** Columns of the grid; each measure is one group of them. */
export const columnsOf = (shown: Shown): TreeColumn<string>[] => [
  { id: 'check', title: '', width: '40px' },
  { id: 'name', title: 'Insumo', width: 'minmax(190px, 1fr)' },
  { id: 'unit', title: 'Un.', width: '46px' },
  ...MEASURES.flatMap((measure) =>
    partsOf(shown).map((part, index) => ({
      id: `${measure}.${part}`,
      title: TITLES[part],
      width: shown === 'both' ? WIDTHS[part] : ALONE,
      right: true as const,
      className: index === 0 ? styles.first : undefined,
    })),
  ),
  { id: 'until', title: 'Comprar até', width: '112px', className: styles.first },
];

export const groupsOf = (shown: Shown): TreeColumnGroup[] => [
  { title: '', span: 3 },
  ...MEASURES.map((measure) => ({
    title: MEASURE_LABELS[measure],
    span: partsOf(shown).length,
    className: styles.first,
  })),
  { title: '', span: 1, className: styles.first },
];
