import { monthText } from '#domain/financial/monthClosing/months.ts';
import { openCountOf } from '#domain/financial/monthClosing/points.ts';
import { counted, formatCount } from '#domain/numberFormat.ts';
import { CheckCircleIcon, WarningIcon } from '#web/ui/icons.ts';
import { Card } from '#web/ui/index.ts';
import { Link } from 'react-router-dom';
import { deskLink, pointTitle, sumText, type ChecklistPoint, type Closing } from './model.ts';
import type { ClosingView } from './useClosingView.ts';
import styles from './checklist.module.css';

const hasDesk = ({ point }: ChecklistPoint): boolean => point !== 'WALLETS_WITHOUT_STATEMENT';

const Wallets = ({ point, month }: { point: ChecklistPoint; month: string }) => (
  <ul className={styles.wallets}>
    {point.wallets.map(({ walletId, walletName, count, sum }) => (
      <li key={walletId}>
        {hasDesk(point) ? <Link to={deskLink(walletId, month)}>{walletName}</Link> : <span>{walletName}</span>}
        {point.point !== 'WALLETS_WITHOUT_STATEMENT' && (
          <span className={styles.figure}>
            {point.point === 'DRIFT' ? sumText(sum) : `${formatCount(count)} · ${sumText(sum)}`}
          </span>
        )}
      </li>
    ))}
  </ul>
);

const PointLine = ({ point, view }: { point: ChecklistPoint; view: ClosingView }) => {
  const open = point.count > 0;
  return (
    <li className={styles.point} data-open={open || undefined}>
      <span className={styles.icon} aria-hidden="true">
        {open ? <WarningIcon /> : <CheckCircleIcon />}
      </span>
      <span className={styles.title}>
        {open ? (
          <button type="button" className={styles.link} onClick={() => view.setPoint(point.point)}>
            {pointTitle(point.point)}
          </button>
        ) : (
          pointTitle(point.point)
        )}
      </span>
      <span className={styles.count}>{open ? formatCount(point.count) : 'Nada'}</span>
      <span className={styles.sum}>{open && point.sum !== null ? sumText(point.sum) : ''}</span>
      {point.wallets.length > 0 && <Wallets point={point} month={view.month} />}
    </li>
  );
};

const metaOf = (closing: Closing): string => {
  const open = openCountOf(closing.points);
  if (open === 0) return 'nada falta';
  const what = counted(open, 'pendência');
  return closing.state === 'CLOSED' ? `${what}, fechado assim` : `${what}; nenhuma impede o fechamento`;
};

/** What the month lacks, computed when it is opened; each line opens its rows. */
export const Checklist = ({ closing, view }: { closing: Closing; view: ClosingView }) => (
  <Card title={`Pendências de ${monthText(closing.month)}`} meta={metaOf(closing)} className={styles.card}>
    <ul className={styles.points}>
      {closing.points.map((point) => (
        <PointLine key={point.point} point={point} view={view} />
      ))}
    </ul>
  </Card>
);
