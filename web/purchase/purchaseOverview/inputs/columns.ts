import type { TreeColumn, TreeColumnGroup } from '#web/form/tree/TreeGrid.tsx';
import grid from '../grid.module.css';
import { MEASURE_LABELS, MEASURES, type Measure } from '../words.ts';
import type { Group, Row } from './rows.ts';
import { quantityIn, type Shown } from './view.ts';

type Part = 'quantity' | 'value';

const TITLES: Readonly<Record<Part, string>> = { quantity: 'Qtd.', value: 'R$' };
/** Px of a digit, of the space around a number, and of the narrowest column. */
const [DIGIT, AROUND, LEAST] = [7.4, 18, 58];
/** Px of a column that stands alone in its group. */
const ALONE = 106;
const [CHECK, NAME, UNIT, UNTIL] = [40, 200, 46, 112];

/** Parts of each measure that are shown. */
export const partsOf = (shown: Shown): readonly Part[] => (shown === 'both' ? ['quantity', 'value'] : [shown]);

/** Measures that have room: quantity and value of all of them are wider than a screen; the drawer of an input has all. */
export const measuresOf = (shown: Shown): readonly Measure[] =>
  shown === 'both' ? MEASURES.filter((measure) => measure !== 'invoiced') : MEASURES;

/** Digits and separators of a decimal, as it is shown; a separator counts half. */
const lengthOf = (decimal: string, places: number | null): number => {
  const [whole = '', rest = ''] = decimal.replace('-', '').split('.');
  const shown = places ?? rest.replace(/0+$/, '').length;
  return (
    whole.length + Math.floor((whole.length - 1) / 3) / 2 + shown + (shown > 0 ? 0.5 : 0) + (decimal[0] === '-' ? 1 : 0)
  );
};

/** Characters of the longest number of each column; no number is ever cut. */
export const longestOf = (rows: readonly Row[], groups: readonly Group[], purchase: boolean) => {
  const longest = (lengths: readonly number[]): number => lengths.reduce((most, one) => Math.max(most, one), 0);
  return (measure: Measure, part: Part): number => {
    if (part === 'value') return longest([...rows, ...groups].map((one) => lengthOf(one[measure].value, 2)));
    return longest(rows.map((row) => lengthOf(quantityIn(row, row[measure].quantity, purchase) ?? '', null)));
  };
};

interface ColumnsOptions {
  shown: Shown;
  longest: ReturnType<typeof longestOf>;
}

/** Columns of the grid, each measure one group of them, and the width that they need. */
export const columnsOf = ({ shown, longest }: ColumnsOptions): { columns: TreeColumn<string>[]; minWidth: number } => {
  const numbers = measuresOf(shown).flatMap((measure) =>
    partsOf(shown).map((part, index) => ({
      ...{ measure, part, index },
      px: Math.max(shown === 'both' ? LEAST : ALONE, Math.ceil(longest(measure, part) * DIGIT) + AROUND),
    })),
  );
  return {
    minWidth: numbers.reduce((sum, { px }) => sum + px, CHECK + NAME + UNIT + UNTIL),
    columns: [
      { id: 'check', title: '', width: `${CHECK}px`, className: `${grid.checkHead} ${grid.stuck}` },
      { id: 'name', title: 'Insumo', width: `minmax(${NAME}px, 1fr)`, className: `${grid.stuck} ${grid.stuckSecond}` },
      { id: 'unit', title: 'Un.', width: `${UNIT}px` },
      ...numbers.map(({ measure, part, index, px }) => ({
        ...{ id: `${measure}.${part}`, title: TITLES[part], width: `${px}px`, right: true as const },
        className: index === 0 ? grid.first : undefined,
      })),
      { id: 'until', title: 'Comprar até', width: `${UNTIL}px`, className: grid.first },
    ],
  };
};

export const groupsOf = (shown: Shown): TreeColumnGroup[] => [
  { title: '', span: 3 },
  ...measuresOf(shown).map((measure) => ({
    title: MEASURE_LABELS[measure],
    span: partsOf(shown).length,
    className: grid.first,
  })),
  { title: '', span: 1, className: grid.first },
];
