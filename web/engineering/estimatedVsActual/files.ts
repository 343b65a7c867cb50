import { isZero } from '#domain/money.ts';
import type { ExportColumn } from '#domain/files/table.ts';
import { deviationText, indexText } from '#domain/engineering/earnedValue/texts.ts';
import type { Figures, Overview } from './rows.ts';

/** A line of the report in a file. */
export interface FileRow extends Figures {
  code: string;
  name: string;
}

export const fileRows = ({ stages, withoutStage, sharesWithoutStage, total }: Overview): FileRow[] => [
  ...stages,
  ...(sharesWithoutStage > 0 || !isZero(withoutStage.committedValue)
    ? [{ ...withoutStage, code: '', name: 'Sem etapa' }]
    : []),
  { ...total, code: '', name: 'Total' },
];

const amount = (title: string, key: keyof Figures): ExportColumn<FileRow> => ({
  title,
  kind: 'money',
  value: (row) => row[key],
});

export const fileColumns: readonly ExportColumn<FileRow>[] = [
  { title: 'Código', value: ({ code }) => code },
  { title: 'Etapa', value: ({ name }) => name },
  amount('Orçado (R$)', 'estimateTotal'),
  amount('Planejado (R$)', 'estimatedValue'),
  amount('Medido (R$)', 'measuredValue'),
  amount('Realizado (R$)', 'actualValue'),
  amount('Comprometido (R$)', 'committedValue'),
  amount('Disponível (R$)', 'availableValue'),
  { title: 'IDC', value: ({ cpi }) => indexText(cpi) },
  { title: 'IDP', value: ({ spi }) => indexText(spi) },
  amount('EAC (R$)', 'estimateAtCompletion'),
  amount('ETC (R$)', 'estimateToComplete'),
  { title: 'Desvio', value: ({ deviationPercentage }) => deviationText(deviationPercentage) },
];
