import { daysBetween, formatDate, formatShortDate } from '#domain/dates.ts';
import { counted, formatShare } from '#domain/numberFormat.ts';
import { percentChange } from '#domain/purchase/orders/prices.ts';
import type { QuoteRowFragment } from '#web/generated/purchase.ts';
import { StatusPill, Tooltip, dayOf, timeOf, today, type CardItem, type Column } from '#web/ui/index.ts';
import { MoneyText } from '#web/ui/MoneyText.tsx';
import { AnswersPopover } from './AnswersPopover.tsx';
import { daysAwayText, STATES, SUPPLIER_STATES } from './words.ts';
import styles from './quotes.module.css';

type Row = QuoteRowFragment;
const DAY = 24 * 60 * 60 * 1000;

export const State = ({ state }: Pick<Row, 'state'>) => {
  const { label, tone, forecast } = STATES[state];
  return (
    <StatusPill tone={tone} forecast={forecast}>
      {label}
    </StatusPill>
  );
};

const answersText = ({ suppliers, answered, state }: Row): string =>
  state === 'DRAFT' ? `${suppliers.length} escolhidos` : `${answered} de ${suppliers.length}`;

/** One mark per supplier; the words are in the tooltip and for who hears the page. */
export const Answers = ({ row }: { row: Row }) => {
  const names = row.suppliers.map(({ name, state }) => `${name}: ${SUPPLIER_STATES[state]}`).join(' · ');
  if (row.state === 'DRAFT')
    return (
      <Tooltip text={names || 'nenhum fornecedor'}>
        <span className={styles.answers}>
          <span>{answersText(row)}</span>
        </span>
      </Tooltip>
    );
  return (
    <AnswersPopover
      row={row}
      trigger={
        <button type="button" className={styles.answers} title={names} onClick={(event) => event.stopPropagation()}>
          {row.suppliers.map(({ supplierId, state }) => (
            <span key={supplierId} className={styles.mark} data-state={state} aria-hidden="true" />
          ))}
          <span>{answersText(row)}</span>
        </button>
      }
    />
  );
};

const leftOf = (deadline: string): number => new Date(deadline).getTime() - Date.now();

const isOpen = ({ state }: Row): boolean => state === 'DRAFT' || state === 'WAITING' || state === 'TO_DECIDE';

/** Amber in the last 24 hours. */
const Deadline = ({ row }: { row: Row }) => {
  if (row.orders.length > 0) return <span>{row.orders.map(({ document }) => document).join(', ')}</span>;
  if (row.deadline === null) return <span className={styles.quiet}>sem prazo</span>;
  const left = leftOf(row.deadline);
  const soon = row.state === 'WAITING' && left < DAY;
  const day = dayOf(row.deadline);
  if (!isOpen(row)) return <span>{formatDate(day)}</span>;
  return (
    <span>
      <span className={soon ? styles.soon : undefined}>
        {left > 0 ? `${formatShortDate(day)} às ${timeOf(row.deadline)}` : formatDate(day)}
      </span>{' '}
      <span className={styles.quiet}>{daysAwayText(daysBetween(today(), day))}</span>
    </span>
  );
};

/** What the marks of the answers mean. */
export const AnswersLegend = () => (
  <span className={styles.legend} aria-hidden="true">
    {(['ANSWERED', 'FILLING', 'OPENED', 'UNOPENED', 'DECLINED'] as const).map((state) => (
      <span key={state}>
        <span className={styles.mark} data-state={state} />
        <span className={styles.meaning}>{SUPPLIER_STATES[state]}</span>
      </span>
    ))}
  </span>
);

/** By how much the best differs from the estimate of the same items. */
export const Difference = ({ best, reference }: { best: string | null; reference: string | null }) => {
  const change = best === null || reference === null ? null : percentChange(best, reference);
  if (change === null) return null;
  const dearer = !change.startsWith('-') && change !== '0.0';
  return (
    <span className={dearer ? styles.dearer : styles.cheaper}>
      {dearer ? '+' : ''}
      {formatShare(change)}
    </span>
  );
};

const Amount = ({ value }: { value: string | null }) =>
  value === null ? <span className={styles.quiet}>—</span> : <MoneyText value={value} symbol={false} />;

/** The columns of the list; quotes with unseen news are marked. */
export const quoteColumns = (unseen: ReadonlySet<string>): readonly Column<Row>[] => [
  {
    ...{ id: 'document', title: 'Nº', width: 100, sortable: true, tone: 'strong' },
    value: ({ document }) => document,
    render: ({ id, document }) => (
      <span>
        {document}
        {unseen.has(id) && (
          <span className={styles.news} title="Novidade de um fornecedor">
            <span className="visuallyHidden">, novidade de um fornecedor</span>
          </span>
        )}
      </span>
    ),
  },
  {
    ...{ id: 'title', title: 'Cotação', minWidth: 150, flex: 2, sortable: true, tone: 'strong' },
    value: ({ title, lineCount }) => `${title} · ${counted(lineCount, 'item', 'itens')}`,
    render: ({ title, lineCount }) => (
      <span>
        {title} <span className={styles.quiet}>{counted(lineCount, 'item', 'itens')}</span>
      </span>
    ),
  },
  {
    ...{ id: 'buildingName', title: 'Obra', ofBuilding: true, minWidth: 150, flex: 1, sortable: true },
    value: ({ building }) => building.name,
  },
  {
    ...{ id: 'state', title: 'Situação', width: 132, sortable: true },
    value: ({ state }) => STATES[state].label,
    render: (row) => <State state={row.state} />,
  },
  {
    ...{ id: 'answers', title: 'Respostas', width: 136, value: answersText },
    render: (row) => <Answers row={row} />,
  },
  {
    ...{ id: 'deadline', title: 'Encerra', width: 166, sortable: true },
    value: ({ deadline }) => (deadline === null ? null : formatDate(dayOf(deadline))),
    render: (row) => <Deadline row={row} />,
  },
  {
    ...{ id: 'referenceTotal', title: 'Orçado (R$)', width: 116, kind: 'money', sortable: true },
    value: ({ referenceTotal }) => referenceTotal,
    render: ({ referenceTotal }) => <Amount value={referenceTotal} />,
  },
  {
    ...{ id: 'bestTotal', title: 'Melhor (R$)', width: 152, kind: 'money', pinned: 'right', sortable: true },
    value: ({ bestTotal }) => bestTotal,
    render: ({ bestTotal, bestReference }) => (
      <span className={styles.best}>
        <Amount value={bestTotal} /> <Difference best={bestTotal} reference={bestReference} />
      </span>
    ),
  },
];

export const quoteCard =
  (unseen: ReadonlySet<string>) =>
  (row: Row): CardItem => ({
    id: row.id,
    title: row.title,
    meta: [unseen.has(row.id) ? 'novidade' : [], row.document, answersText(row), row.building.name].flat().join(' · '),
    end: <Amount value={row.bestTotal ?? row.referenceTotal} />,
    endMeta: <State state={row.state} />,
  });
