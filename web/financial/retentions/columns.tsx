import { TAX_LABELS } from '#domain/financial/retentions/taxes.ts';
import { formatDate } from '#domain/dates.ts';
import { formatExact } from '#domain/numberFormat.ts';
import type { RetentionRowFragment as Row } from '#web/generated/financial.ts';
import { MoneyText, StatusPill, type CardItem, type Column } from '#web/ui/index.ts';
import { STATUSES } from './words.ts';

const Status = ({ status }: Pick<Row, 'status'>) => (
  <StatusPill tone={STATUSES[status].tone} forecast={status === 'OPEN'}>
    {STATUSES[status].label}
  </StatusPill>
);

export const columns: readonly Column<Row>[] = [
  {
    ...{ id: 'dueDate', title: 'Vencimento', kind: 'date', width: 112, sortable: true },
    value: ({ dueDate }) => dueDate,
    tone: ({ status }) => (status === 'OVERDUE' ? 'out' : undefined),
  },
  {
    ...{ id: 'status', title: 'Situação', width: 112, sortable: true },
    value: ({ status }) => STATUSES[status].label,
    render: Status,
  },
  { id: 'tax', title: 'Imposto', width: 130, sortable: true, tone: 'strong', value: ({ tax }) => TAX_LABELS[tax] },
  { id: 'supplier', title: 'Fornecedor', minWidth: 140, sortable: true, value: ({ supplierName }) => supplierName },
  {
    ...{ id: 'documentNumber', title: 'Nota', width: 112, sortable: true },
    value: ({ documentNumber, transactionId }) => documentNumber ?? `nº ${transactionId}`,
  },
  {
    ...{ id: 'collector', title: 'Recolher a', minWidth: 120, sortable: true, tone: 'muted' },
    value: ({ collectorName }) => collectorName,
  },
  {
    id: 'factDate',
    title: 'Fato gerador',
    kind: 'date',
    width: 112,
    sortable: true,
    value: ({ factDate }) => factDate,
  },
  { id: 'base', title: 'Base (R$)', kind: 'money', width: 104, value: ({ base }) => base },
  { id: 'rate', title: 'Alíquota (%)', width: 106, align: 'right', value: ({ rate }) => formatExact(rate) },
  {
    id: 'value',
    title: 'Retido (R$)',
    kind: 'money',
    width: 112,
    sortable: true,
    pinned: 'right',
    value: ({ value }) => value,
  },
];

/** In the file, besides the columns of the grid. */
export const fileColumns: readonly Column<Row>[] = [
  { id: 'emissionDate', title: 'Emissão da nota', kind: 'date', value: ({ emissionDate }) => emissionDate },
  { id: 'invoiceValue', title: 'Valor da nota (R$)', kind: 'money', value: ({ invoiceValue }) => invoiceValue },
  { id: 'paymentDate', title: 'Recolhido em', kind: 'date', value: ({ paymentDate }) => paymentDate },
];

export const card = (row: Row): CardItem => ({
  id: row.id,
  title: `${TAX_LABELS[row.tax]} · ${row.supplierName ?? 'sem fornecedor'}`,
  meta: [row.documentNumber, row.collectorName].filter(Boolean).join(' · '),
  end: <MoneyText value={row.value} />,
  endMeta: <Status status={row.status} />,
  group: {
    title: formatDate(row.dueDate),
    label: `Vencimento ${formatDate(row.dueDate)}`,
    amount: row.value,
  },
});
