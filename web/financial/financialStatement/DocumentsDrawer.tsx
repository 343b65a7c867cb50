import { formatShortDate } from '#domain/dates.ts';
import {
  LINE_LABELS,
  CHARGE_LABELS,
  WITHOUT_CATEGORY_LABELS,
  type LineId,
} from '#domain/financial/financialStatement/lines.ts';
import { errorText } from '#web/client/errors.ts';
import { useStatementDocumentsQuery } from '#web/generated/financial.ts';
import { OpenIcon } from '#web/ui/icons.ts';
import { Button, Drawer, EmptyState, ErrorState, MoneyText, Skeleton } from '#web/ui/index.ts';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { documentName, type Document } from './FigurePanel.tsx';
import { documentLink, listsOf } from './links.ts';
import { documentsText, monthTitle, type Statement } from './model.ts';
import type { OpenFigure, StatementView } from './useStatementView.ts';
import styles from './documents.module.css';

const PAGE = 50;
const MOST = 500;

const names: Record<string, string> = { ...CHARGE_LABELS, ...WITHOUT_CATEGORY_LABELS };

const titleOf = (statement: Statement | undefined, figure: string): string =>
  statement?.rows.find((row) => row.figure === figure)?.label ??
  names[figure] ??
  LINE_LABELS[figure as LineId] ??
  'Documentos';

interface DocumentsDrawerProps {
  statement: Statement | undefined;
  view: StatementView;
  open: OpenFigure;
}

/** Every document behind a figure with what it adds, and the lists that show the same documents. */
export const DocumentsDrawer = ({ statement, view, open }: DocumentsDrawerProps) => {
  const navigate = useNavigate();
  const [pages, setPages] = useState(1);
  const { companyId, buildingId, regime } = view;
  const { figure, month } = open;
  const [from, to] = [month ?? view.from, month ?? view.to];
  const size = Math.min(MOST, pages * PAGE);
  const { data, previousData, loading, error, refetch } = useStatementDocumentsQuery({
    variables: { companyId, buildingId, regime, figure, from, to, size },
    fetchPolicy: 'cache-and-network',
  });
  const page = (data ?? previousData)?.documents;
  const title = titleOf(statement, figure);
  const types = [...new Set((page?.content ?? []).map(({ type }) => type))].sort();
  const lists = listsOf({ regime, figure, from, to, buildingId, types });
  const period = month === null ? `${monthTitle(from)} a ${monthTitle(to)}` : monthTitle(month);
  return (
    <Drawer
      open
      onClose={() => view.openDocuments(null)}
      title={title}
      subtitle={[period, page && documentsText(page.totalElements)].filter(Boolean).join(' · ')}
      footerStart={
        <span>
          Total <MoneyText value={page?.total} tone="sign" strong />
        </span>
      }
      footer={lists.map((list) => (
        <Button key={list.address} icon={<OpenIcon />} onClick={() => void navigate(list.address)}>
          Abrir em {list.title}
        </Button>
      ))}
    >
      {error && !page ? (
        <ErrorState message={errorText(error)} onRetry={() => void refetch()} />
      ) : !page ? (
        <Skeleton rows={8} />
      ) : page.content.length === 0 ? (
        <EmptyState title="Nenhum documento" text="Não há documentos atrás deste valor nestes meses." />
      ) : (
        <ul className={styles.list} aria-label={title} aria-busy={loading || undefined}>
          {page.content.map((document) => (
            <DocumentRow key={document.transactionId} document={document} />
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
        <p className={styles.rest}>Mostrando os {MOST} maiores; o total conta todos.</p>
      )}
    </Drawer>
  );
};

const DocumentRow = ({ document }: { document: Document }) => (
  <li>
    <Link to={documentLink(document)} className={styles.row}>
      <time dateTime={document.date} className={styles.day}>
        {formatShortDate(document.date)}
      </time>
      <span className={styles.texts}>
        <span>{documentName(document)}</span>
        <span className={styles.meta}>
          {[document.categoryName ?? 'Sem categoria', document.partnerName && document.description]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </span>
      <MoneyText value={document.value} symbol={false} strong tone="sign" />
    </Link>
  </li>
);
