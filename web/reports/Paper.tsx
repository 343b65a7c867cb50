import { maskTaxId } from '#domain/masks.ts';
import { counted } from '#domain/numberFormat.ts';
import type { ReportPreviewQuery } from '#web/generated/reports.ts';
import styles from './paper.module.css';

export type Preview = NonNullable<ReportPreviewQuery['preview']>;

const isNumeric = ({ kind }: Preview['columns'][number]): boolean => kind !== 'TEXT' && kind !== 'DATE';

/** The name of a group, or of the total, takes the columns before the first sum. */
const spanOf = ({ kind, cells }: Preview['lines'][number]): number => {
  if (kind !== 'GROUP' && kind !== 'TOTAL') return 1;
  const first = cells.findIndex((cell, column) => column > 0 && cell !== '');
  return first < 0 ? cells.length : first;
};

const Cells = ({ columns, line }: { columns: Preview['columns']; line: Preview['lines'][number] }) => {
  const { kind, level, cells } = line;
  const span = spanOf(line);
  return cells.map((cell, index) => {
    const column = columns[index];
    if (!column || (index > 0 && index < span)) return null;
    const isName = index === 0 && (kind === 'GROUP' || kind === 'TOTAL');
    const isNumber = isNumeric(column) && !isName;
    return (
      <td
        key={column.title}
        colSpan={isName ? span : undefined}
        data-numeric={isNumber || undefined}
        data-whole={isNumber || (column.kind === 'DATE' && !isName) || undefined}
        data-lead={(index === 0 && column.kind === 'TEXT') || undefined}
        style={index === 0 && level > 0 ? { paddingInlineStart: 4 + level * 12 } : undefined}
      >
        {cell}
      </td>
    );
  });
};

const Table = ({ preview }: { preview: Preview }) => {
  const { columns, lines, title } = preview;
  const all = columns.reduce((sum, { width }) => sum + width, 0);
  return (
    <table className={styles.table} aria-label={title}>
      <colgroup>
        {columns.map((column) => (
          <col key={column.title} style={{ width: `${(column.width / all) * 100}%` }} />
        ))}
      </colgroup>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.title} scope="col" data-numeric={isNumeric(column) || undefined}>
              {column.title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map(({ kind, level, cells }, index) => (
          <tr key={index} data-kind={kind}>
            <Cells columns={columns} line={{ kind, level, cells }} />
          </tr>
        ))}
      </tbody>
    </table>
  );
};

/** The first pages of the report, laid out as its paper; the same texts, from the same answer as the files. */
export const Paper = ({ preview, stale }: { preview: Preview; stale: boolean }) => {
  const { title, about, companyName, companyTaxId, count, shown, notes, issued, landscape } = preview;
  return (
    <article
      className={styles.paper}
      data-landscape={landscape || undefined}
      data-stale={stale || undefined}
      aria-label={title}
    >
      <header className={styles.head}>
        <div>
          <strong>{companyName}</strong>
          {companyTaxId && <span>CNPJ {maskTaxId(companyTaxId)}</span>}
        </div>
        <div className={styles.title}>
          <h2>{title}</h2>
          <span>{about.join(' · ')}</span>
        </div>
      </header>
      {count === 0 ? (
        <p className={styles.empty} role="status">
          Nada no período
        </p>
      ) : (
        <div className={styles.scroll} tabIndex={0} role="region" aria-label={`Linhas de ${title}`}>
          <Table preview={preview} />
        </div>
      )}
      {shown < count && (
        <p className={styles.more}>
          Primeiras {counted(shown, 'linha')} de {counted(count, 'linha')}; o total é de todas. Baixe o arquivo para ver
          o resto.
        </p>
      )}
      {notes.map((note) => (
        <p key={note} className={styles.note}>
          {note}
        </p>
      ))}
      <footer className={styles.foot}>{issued}</footer>
    </article>
  );
};
