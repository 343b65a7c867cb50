import { formatDate } from '#domain/dates.ts';
import { counted } from '#domain/numberFormat.ts';
import type { OrderRowFragment } from '#web/generated/purchase.ts';
import { CheckCircleIcon, ErrorIcon, LateIcon, OpenedIcon, SentIcon, WarningIcon } from '#web/ui/icons.ts';
import { StatusPill, Tooltip, type CardItem, type Column } from '#web/ui/index.ts';
import { MoneyText } from '#web/ui/MoneyText.tsx';
import { pillOf } from './dispatch/texts.ts';
import { isOpen, notaName, standingOf } from './words.ts';
import styles from './orders.module.css';

type Row = OrderRowFragment;

const isCanceled = ({ state }: Row): boolean => state === 'CANCELED';

export const State = (order: Pick<Row, 'state' | 'approval'>) => {
  const { label, tone, forecast } = standingOf(order);
  return (
    <StatusPill tone={tone} forecast={forecast}>
      {label}
    </StatusPill>
  );
};

/** How far an order is on its way to the supplier, while nothing of it has come. */
const dispatchOf = ({ dispatch, state }: Row) => (dispatch && state === 'ORDERED' ? pillOf(dispatch) : null);

const DISPATCH_ICONS = {
  ...{ in: <CheckCircleIcon />, out: <ErrorIcon />, info: <OpenedIcon />, warning: <WarningIcon /> },
  ...{ violet: <SentIcon />, neutral: <SentIcon /> },
};

const Standing = ({ row }: { row: Row }) => {
  const dispatch = dispatchOf(row);
  return (
    <span className={styles.standing}>
      <State state={row.state} approval={row.approval} />
      {dispatch && (
        <Tooltip text={dispatch.label}>
          <span role="img" aria-label={dispatch.label} className={styles.dispatch} data-tone={dispatch.tone}>
            {DISPATCH_ICONS[dispatch.tone]}
          </span>
        </Tooltip>
      )}
    </span>
  );
};

/** "Cimento · Areia média e mais 3": up to ten, which is what the list is told. */
const itemsText = ({ items, itemCount }: Row): string => {
  const rest = itemCount - items.length;
  return `${items.join(' · ')}${rest > 0 ? ` e mais ${rest}` : ''}`;
};

const Items = ({ row }: { row: Row }) => (
  <span className={styles.items}>
    <span className={styles.first}>{row.items[0]}</span>
    {row.itemCount > 1 && (
      <Tooltip text={itemsText(row)}>
        <span className={styles.more}>+{row.itemCount - 1}</span>
      </Tooltip>
    )}
  </span>
);

const deliveryText = (row: Row): string | null =>
  row.deliveryDate === null || isCanceled(row) ? null : formatDate(row.deliveryDate);

/** A late delivery is red, with an icon that says so. */
const Delivery = ({ row }: { row: Row }) =>
  row.late ? (
    <span className={styles.late}>
      {deliveryText(row)}
      <LateIcon role="img" aria-label="atrasado" />
    </span>
  ) : (
    (deliveryText(row) ?? '—')
  );

const Received = ({ row }: { row: Row }) =>
  isCanceled(row) ? (
    '—'
  ) : (
    <span className={styles.received}>
      <span className={styles.track} aria-hidden="true">
        <span
          className={styles.done}
          data-whole={row.state === 'RECEIVED' || undefined}
          style={{ width: `${row.receivedPercentage}%` }}
        />
      </span>
      <span className={styles.percent}>{row.receivedPercentage}%</span>
    </span>
  );

const notasText = ({ documentNumbers }: Row): string =>
  documentNumbers.map((documentNumber) => notaName({ documentNumber })).join(' · ');

const Notas = ({ row }: { row: Row }) => {
  const { documentNumbers } = row;
  if (documentNumbers.length < 2) return notasText(row) || '—';
  return (
    <Tooltip text={notasText(row)}>
      <span>{counted(documentNumbers.length, 'nota')}</span>
    </Tooltip>
  );
};

const Total = ({ row }: { row: Row }) => (
  <span className={isCanceled(row) ? styles.canceled : undefined}>
    <MoneyText value={row.total} symbol={false} />
  </span>
);

export const orderColumns: readonly Column<Row>[] = [
  {
    ...{ id: 'document', title: 'Pedido', width: 96, sortable: true, tone: 'strong' },
    value: ({ document }) => document,
  },
  {
    ...{ id: 'state', title: 'Situação', width: 140, sortable: true },
    value: (row) => standingOf(row).label,
    render: (row) => <Standing row={row} />,
  },
  {
    ...{ id: 'supplierName', title: 'Fornecedor', minWidth: 140, flex: 2, sortable: true },
    tone: (row) => (isCanceled(row) ? 'muted' : 'strong'),
    value: ({ supplier }) => supplier.name,
  },
  {
    ...{ id: 'items', title: 'Itens', minWidth: 150, flex: 2, tone: 'muted', value: itemsText },
    render: (row) => <Items row={row} />,
  },
  {
    ...{ id: 'buildingName', title: 'Obra', ofBuilding: true, minWidth: 120, flex: 2, sortable: true },
    value: ({ building }) => building.name,
  },
  {
    ...{ id: 'deliveryDate', title: 'Entrega', width: 118, sortable: true, value: deliveryText },
    render: (row) => <Delivery row={row} />,
  },
  {
    ...{ id: 'receivedPercentage', title: 'Recebido', width: 112, sortable: true },
    value: (row) => (isCanceled(row) ? null : `${row.receivedPercentage}%`),
    render: (row) => <Received row={row} />,
  },
  {
    ...{ id: 'documentNumbers', title: 'Nota', width: 100, value: notasText },
    render: (row) => <Notas row={row} />,
  },
  {
    ...{ id: 'total', title: 'Valor (R$)', width: 120, kind: 'money', pinned: 'right', sortable: true },
    value: ({ total }) => total,
    render: (row) => <Total row={row} />,
  },
];

/** Columns of the exported file besides those of the grid. */
export const orderFileColumns: readonly Column<Row>[] = [
  { id: 'date', title: 'Emissão', kind: 'date', value: ({ date }) => date },
  { id: 'dispatch', title: 'Envio', value: (row) => dispatchOf(row)?.label ?? null },
  { id: 'late', title: 'Atrasado', value: ({ late }) => (late ? 'sim' : 'não') },
  { id: 'linesValue', title: 'Itens (R$)', kind: 'money', value: ({ linesValue }) => linesValue },
  { id: 'receivedValue', title: 'Recebido em itens (R$)', kind: 'money', value: ({ receivedValue }) => receivedValue },
];

/** The late day comes first: a phone cuts what does not fit. */
const CardMeta = ({ row }: { row: Row }) => {
  const about = [
    row.state === 'PARTIAL' && `${row.receivedPercentage}%`,
    !row.late && isOpen(row) && deliveryText(row),
    row.building.name,
  ];
  return (
    <>
      {row.document} · {row.late && <span className={styles.lateText}>atrasado, era {deliveryText(row)}</span>}
      {row.late && ' · '}
      {about.filter(Boolean).join(' · ')}
    </>
  );
};

export const orderCard = (row: Row): CardItem => ({
  id: row.id,
  title: row.supplier.name,
  meta: <CardMeta row={row} />,
  end: <Total row={row} />,
  endMeta: <Standing row={row} />,
});
