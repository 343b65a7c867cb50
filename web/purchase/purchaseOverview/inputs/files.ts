import type { ExportColumn } from '#domain/files/table.ts';
import { formatQuantity } from '#domain/money.ts';
import { MEASURE_LABELS, MEASURES, type Measure } from '../words.ts';
import { buyUntilText } from './BuyUntil.tsx';
import { groupName, nameOf, type Row } from './rows.ts';
import { quantityIn, STATE_WORDS, unitIn } from './view.ts';

const amounts = (measure: Measure, purchase: boolean): ExportColumn<Row>[] => [
  {
    title: `${MEASURE_LABELS[measure]} (qtd.)`,
    value: (row) => {
      const quantity = quantityIn(row, row[measure].quantity, purchase);
      return quantity === null ? null : formatQuantity(quantity);
    },
  },
  { title: `${MEASURE_LABELS[measure]} (R$)`, kind: 'money', value: (row) => row[measure].value },
];

/** Columns of the exported file, with quantities in the units of the screen. */
export const fileColumns = (purchase: boolean): ExportColumn<Row>[] => [
  { title: 'Grupo', value: groupName },
  { title: 'Código', value: ({ product }) => product?.code },
  { title: 'Insumo', value: nameOf },
  { title: 'Un.', value: (row) => unitIn(row, purchase) },
  ...MEASURES.flatMap((measure) => amounts(measure, purchase)),
  { title: 'Situação', value: ({ state }) => STATE_WORDS[state] },
  { title: 'Comprar até', value: buyUntilText },
];
