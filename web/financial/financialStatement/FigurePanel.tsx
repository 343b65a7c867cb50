import { formatDate } from '#domain/dates.ts';
import { isZero } from '#domain/money.ts';
import { useStatementDocumentsQuery, type StatementDocumentsQuery } from '#web/generated/financial.ts';
import { errorText } from '#web/client/errors.ts';
import { Kbd, Popover } from '#web/ui/index.ts';
import { Link } from 'react-router-dom';
import { documentLink } from './links.ts';
import { amountText, documentsText, monthTitle, partsOf, valueAt, type Statement, type TableRow } from './model.ts';
import { NoteEditor } from './NoteEditor.tsx';
import type { StatementView } from './useStatementView.ts';
import styles from './panel.module.css';

/** Documents in the panel; the drawer has them all. */
const SHOWN = 3;

interface FigurePanelProps {
  statement: Statement;
  view: StatementView;
  row: TableRow;
  month: number;
  target: HTMLElement;
  beside: { title: string } | null;
  onClose: () => void;
}

export type Document = NonNullable<StatementDocumentsQuery['documents']>['content'][number];

export const documentName = ({ partnerName, description, documentNumber }: Document): string =>
  [partnerName ?? description ?? 'Sem fornecedor', documentNumber].filter(Boolean).join(' · ');

/** The largest documents behind a figure, or the lines that it adds up; and its note. */
export const FigurePanel = (props: FigurePanelProps) => {
  const { statement, view, row, month, target, beside, onClose } = props;
  const own = statement.months[month];
  return (
    <Popover
      open
      target={target}
      ariaLabel={`${row.label}, ${monthTitle(own)}`}
      onOpenChange={(open) => !open && onClose()}
    >
      <div className={styles.panel}>
        {row.figure === null ? <Parts {...props} /> : <Documents {...props} figure={row.figure} />}
        {beside && <p className={styles.beside}>{beside.title}</p>}
        {own !== undefined && (
          <NoteEditor
            note={statement.notes.find((note) => note.figure === row.key && note.month === own)}
            place={{ companyId: view.companyId, buildingId: view.buildingId, regime: view.regime }}
            figure={row.key}
            month={own}
          />
        )}
      </div>
    </Popover>
  );
};

const Head = ({ statement, row, month, meta }: FigurePanelProps & { meta: string }) => (
  <header className={styles.head}>
    <strong>{row.label}</strong> <span>{[monthTitle(statement.months[month]), meta].filter(Boolean).join(' · ')}</span>
    <strong className={styles.value}>{amountText(valueAt(row, month))}</strong>
  </header>
);

const Parts = (props: FigurePanelProps) => {
  const { statement, row, month } = props;
  const parts = partsOf(statement, row.line, month);
  return (
    <>
      <Head {...props} meta={parts.length === 0 ? 'sem valores' : 'soma de'} />
      <ul className={styles.list}>
        {parts.map(({ label, value }) => (
          <li key={label}>
            <span className={styles.item}>
              <span>{label}</span>
              <span>{amountText(value)}</span>
            </span>
          </li>
        ))}
      </ul>
    </>
  );
};

const Documents = (props: FigurePanelProps & { figure: string }) => {
  const { statement, view, row, month, figure } = props;
  const own = statement.months[month] ?? null;
  const { companyId, buildingId, regime } = view;
  const { data, error } = useStatementDocumentsQuery({
    variables: {
      ...{ companyId, buildingId, regime, figure, size: SHOWN },
      ...{ from: own ?? view.from, to: own ?? view.to },
    },
    fetchPolicy: 'cache-and-network',
    context: { quiet: true },
  });
  const page = data?.documents;
  const count = page?.totalElements ?? 0;
  const empty = page !== undefined && page !== null && count === 0;
  return (
    <>
      <Head {...props} meta={page ? documentsText(count) : '…'} />
      {error && !page && <p className={styles.error}>{errorText(error)}</p>}
      {empty && isZero(valueAt(row, month)) && <p className={styles.none}>Nenhum documento neste mês.</p>}
      <ul className={styles.list} aria-busy={!page || undefined}>
        {(page?.content ?? []).map((document) => (
          <li key={document.transactionId}>
            <Link to={documentLink(document)} className={styles.item} title={formatDate(document.date)}>
              <span>{documentName(document)}</span>
              <span>{amountText(document.value)}</span>
            </Link>
          </li>
        ))}
      </ul>
      {!empty && (
        <button
          type="button"
          className={styles.all}
          data-autofocus
          autoFocus
          onClick={() => view.openDocuments({ figure, month: own })}
        >
          <span>{count === 1 ? 'Ver o documento' : `Ver os ${page ? count : ''} documentos`}</span>
          <span className={styles.key}>
            <Kbd>Enter</Kbd> abrir
          </span>
        </button>
      )}
    </>
  );
};
