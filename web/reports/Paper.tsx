import { maskTaxId } from '#domain/masks.ts';
import { counted } from '#domain/numberFormat.ts';
import type { ReportPreviewQuery } from '#web/generated/reports.ts';
import styles from './paper.module.css';

export type Preview = NonNullable<ReportPreviewQuery['preview']>;

const isNumeric = ({ kind }: Preview['columns'][number]): boolean => kind !== 'TEXT' && kind !== 'DATE';

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
            {cells.map((cell, column) => {
              const of = columns[column];
              const isNumber = of !== undefined && isNumeric(of) && !(column === 0 && kind !== 'ROW');
              return (
                <td
                  key={of?.title ?? column}
                  data-numeric={isNumber || undefined}
                  data-whole={isNumber || (of?.kind === 'DATE' && kind === 'ROW') || undefined}
                  style={column === 0 && level > 0 ? { paddingInlineStart: 4 + level * 12 } : undefined}
                >
                  {cell}
                </td>
              );
            })}
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
