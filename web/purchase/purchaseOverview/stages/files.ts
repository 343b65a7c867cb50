import { percentText } from '#domain/engineering/purchaseOverview/figures.ts';
import type { ExportColumn } from '#domain/files/table.ts';
import { MEASURE_LABELS, MEASURES, type Values } from '../words.ts';
import { hasLoose, type Overview } from './rows.ts';

interface FileRow {
  code: string;
  name: string;
  values: Values;
  percentage: string | null;
}

/** Columns of the exported file. */
export const fileColumns: ExportColumn<FileRow>[] = [
  { title: 'Código', value: ({ code }) => code },
  { title: 'Etapa', value: ({ name }) => name },
  ...MEASURES.map((measure): ExportColumn<FileRow> => ({
    ...{ title: `${MEASURE_LABELS[measure]} (R$)`, kind: 'money' },
    value: ({ values }) => values[measure].value,
  })),
  { title: 'Consumo do orçado', value: ({ percentage }) => percentText(percentage) },
];

/** All stages, what stands in none, and the total. */
export const fileRows = ({ content, withoutStage, totals }: Overview): FileRow[] => [
  ...content.map((stage) => ({ code: stage.code, name: stage.name, values: stage, percentage: stage.percentage })),
  ...(hasLoose({ withoutStage }) ? [{ code: '', name: 'Sem etapa', values: withoutStage, percentage: null }] : []),
  { code: '', name: 'Total', values: totals, percentage: null },
];
