import {
  deliveryText,
  itemsText,
  notasText,
  orderColumns as shared,
  orderFileColumns as sharedFileColumns,
  shownDispatchOf,
} from '#domain/lists/orders.ts';
import { counted } from '#domain/numberFormat.ts';
import type { OrderRowFragment } from '#web/generated/purchase.ts';
import { withLooks } from '#web/list/columns/withLooks.ts';
import { CheckCircleIcon, ErrorIcon, LateIcon, OpenedIcon, SentIcon, WarningIcon } from '#web/ui/icons.ts';
import { StatusPill, Tooltip, type CardItem, type Column } from '#web/ui/index.ts';
import { MoneyText } from '#web/ui/MoneyText.tsx';
import { pillOf } from './dispatch/texts.ts';
import { isOpen, standingOf } from './words.ts';
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

const DISPATCH_ICONS = {
  ...{ in: <CheckCircleIcon />, out: <ErrorIcon />, info: <OpenedIcon />, warning: <WarningIcon /> },
  ...{ violet: <SentIcon />, neutral: <SentIcon /> },
};

const Standing = ({ row }: { row: Row }) => {
  const sent = shownDispatchOf(row);
  const dispatch = sent && pillOf(sent);
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

export const orderColumns: readonly Column<Row>[] = withLooks<Row>(shared, {
  document: { width: 96, sortable: true, tone: 'strong' },
  state: { width: 140, sortable: true, render: (row) => <Standing row={row} /> },
  supplierName: {
    ...{ minWidth: 140, flex: 2, sortable: true },
    tone: (row) => (isCanceled(row) ? 'muted' : 'strong'),
  },
  items: { minWidth: 150, flex: 2, tone: 'muted', render: (row) => <Items row={row} /> },
  buildingName: { ofBuilding: true, minWidth: 120, flex: 2, sortable: true },
  deliveryDate: { width: 118, sortable: true, render: (row) => <Delivery row={row} /> },
  receivedPercentage: { width: 112, sortable: true, render: (row) => <Received row={row} /> },
  documentNumbers: { width: 100, render: (row) => <Notas row={row} /> },
  total: { width: 120, pinned: 'right', sortable: true, render: (row) => <Total row={row} /> },
});

/** Columns of the exported file besides those of the grid. */
export const orderFileColumns: readonly Column<Row>[] = sharedFileColumns;

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
