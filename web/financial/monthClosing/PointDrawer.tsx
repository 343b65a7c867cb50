import { formatShortDate } from '#domain/dates.ts';
import { monthTitle } from '#domain/financial/monthClosing/months.ts';
import type { Point } from '#domain/financial/monthClosing/points.ts';
import { counted } from '#domain/numberFormat.ts';
import { errorText } from '#web/client/errors.ts';
import { useMonthClosingRowsQuery } from '#web/generated/financial.ts';
import { Button, Drawer, EmptyState, ErrorState, MoneyText, Skeleton } from '#web/ui/index.ts';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { pointTitle, rowLink, type PointRow } from './model.ts';
import type { ClosingView } from './useClosingView.ts';
import styles from './rows.module.css';

const PAGE = 50;
const MOST = 500;

const metaOf = ({ kind, type, partnerName, walletName }: PointRow): string =>
  [
    kind === 'WALLET' || kind === 'LINE' ? walletName : type === 'CREDIT' ? 'Receita' : 'Despesa',
    kind === 'WALLET' ? null : partnerName,
  ]
    .filter(Boolean)
    .join(' · ');

const Row = ({ row, month }: { row: PointRow; month: string }) => (
  <li>
    <Link to={rowLink(row, month)} className={styles.row}>
      <span className={styles.day}>{row.date && <time dateTime={row.date}>{formatShortDate(row.date)}</time>}</span>
      <span className={styles.texts}>
        <span>{row.label}</span>
        <span className={styles.meta}>{metaOf(row)}</span>
      </span>
      {row.value !== null && <MoneyText value={row.value} symbol={false} strong />}
    </Link>
  </li>
);

/** Exactly the rows that a point of the checklist counts, each with the place where it is mended. */
export const PointDrawer = ({ view, point }: { view: ClosingView; point: Point }) => {
  const { companyId, month } = view;
  const [pages, setPages] = useState(1);
  const size = Math.min(MOST, pages * PAGE);
  const { data, previousData, loading, error, refetch } = useMonthClosingRowsQuery({
    variables: { companyId, month, point, size },
    fetchPolicy: 'cache-and-network',
  });
  const page = (data ?? previousData)?.rows;
  const title = pointTitle(point);
  return (
    <Drawer
      open
      onClose={() => view.setPoint(null)}
      title={title}
      subtitle={[monthTitle(month), page && counted(page.totalElements, 'linha')].filter(Boolean).join(' · ')}
      footerStart={
        page?.sum ? (
          <span>
            Total <MoneyText value={page.sum} strong />
          </span>
        ) : undefined
      }
      footer={<Button onClick={() => view.setPoint(null)}>Fechar</Button>}
    >
      {error && !page ? (
        <ErrorState message={errorText(error)} onRetry={() => void refetch()} />
      ) : !page ? (
        <Skeleton rows={8} />
      ) : page.content.length === 0 ? (
        <EmptyState title="Nada aqui" text="Esta pendência já foi resolvida." />
      ) : (
        <ul className={styles.list} aria-label={title} aria-busy={loading || undefined}>
          {page.content.map((row) => (
            <Row key={`${row.kind} ${row.rowId}`} row={row} month={month} />
          ))}
        </ul>
      )}
      {page && !page.last && size < MOST && (
        <div className={styles.more}>
          <Button onClick={() => setPages(pages + 1)} busy={loading}>
            Mostrar mais
          </Button>
        </div>
      )}
      {page && !page.last && size >= MOST && (
        <p className={styles.rest}>Mostrando as {MOST} mais antigas; o total conta todas.</p>
      )}
    </Drawer>
  );
};
