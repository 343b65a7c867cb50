import { formatCount } from '#domain/numberFormat.ts';
import { useSession } from '#web/session/sessionContext.ts';
import { instantText, PrintTable, usePrinting, type Fact, type PrintTableProps } from '#web/ui/index.ts';
import styles from './PrintedPage.module.css';

interface PrintedPageProps<Row> extends PrintTableProps<Row> {
  /** What the list was asked for; read when it is printed. */
  facts: () => readonly Fact[];
  /** Where the rows stand in a list of pages. */
  page?: { number: number; size: number; total: number | undefined };
}

/** "Página 1 de 7 da lista: 50 de 321 linhas", where there are more than those on this paper. */
const partText = (rows: number, { number, size, total }: NonNullable<PrintedPageProps<unknown>['page']>) =>
  total === undefined || total <= rows
    ? null
    : `Página ${formatCount(number + 1)} de ${formatCount(Math.ceil(total / size))} da lista: ${formatCount(rows)} de ${formatCount(total)} linhas`;

/**
 * What the browser prints of a list: the loaded rows below the company, the filters and the moment. Its own menu does not wait for
 * more rows, so the paper says that there are more.
 */
export const PrintedPage = <Row,>({ facts, page, ...table }: PrintedPageProps<Row>) => {
  const { place } = useSession();
  if (!usePrinting()) return null;
  const part = page && partText(table.rows.length, page);
  return (
    <>
      <header className={styles.head}>
        <p>
          <strong>{place.company?.name}</strong> · Impresso em {instantText(new Date().toISOString())}
        </p>
        <p>
          {facts().map(({ label, value }, index) => (
            <span key={label}>
              {index > 0 && ' · '}
              {label}: <strong>{value}</strong>
            </span>
          ))}
        </p>
        {part && (
          <p>
            <strong>{part}</strong>. Para ter todas, use “Imprimir / PDF” (Ctrl P).
          </p>
        )}
      </header>
      <PrintTable {...table} />
    </>
  );
};
