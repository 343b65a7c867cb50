import { monthName } from '#domain/engineering/publishedPrices.ts';
import { formatPercentage, formatUnitPrice } from '#domain/numberFormat.ts';
import { counted, formatCount } from '#domain/numberFormat.ts';
import { Banner, Card } from '#web/ui/index.ts';
import { Link } from 'react-router-dom';
import styles from './ImportScreen.module.css';
import type { ImportJob } from './steps.ts';

type Result = NonNullable<NonNullable<ImportJob['costDatabaseImport']>['result']>;

const summaryOf = ({ tables, inputs, compositions, prices, replacedPrices, repriced }: Result): string =>
  [
    counted(tables, 'tabela', 'tabelas'),
    counted(inputs, 'insumo', 'insumos'),
    counted(compositions, 'composição', 'composições'),
    counted(prices, 'preço', 'preços'),
    ...(replacedPrices > 0 ? [counted(replacedPrices, 'preço substituído', 'preços substituídos')] : []),
    ...(repriced > 0 ? [counted(repriced, 'composição própria recalculada', 'composições próprias recalculadas')] : []),
  ].join(' · ');

const Changes = ({ result }: { result: Result }) => {
  if (result.previousMonth === null || result.comparedPrices === 0) return null;
  const since = monthName(result.previousMonth);
  const median =
    result.medianPercent === null ? '' : `; a mediana das mudanças é ${formatPercentage(result.medianPercent)}`;
  return (
    <Card title={`O que mudou desde ${since}`}>
      <p className={styles.line}>
        {`${formatCount(result.changedPrices)} de ${formatCount(result.comparedPrices)} preços mudaram${median}.`}
      </p>
      {result.largest.length > 0 && (
        <div className={styles.scroll} tabIndex={0} role="region" aria-label="Maiores mudanças">
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">Código</th>
                <th scope="col">Descrição</th>
                <th scope="col">Onde</th>
                <th scope="col" className={styles.number}>{`Em ${since} (R$)`}</th>
                <th scope="col" className={styles.number}>
                  Agora (R$)
                </th>
                <th scope="col" className={styles.number}>
                  Mudança
                </th>
              </tr>
            </thead>
            <tbody>
              {result.largest.map((change) => (
                <tr key={`${change.kind} ${change.code}`}>
                  <th scope="row">{change.code}</th>
                  <td className={styles.wide}>{change.name}</td>
                  <td>{`${change.state} ${change.regime}`}</td>
                  <td className={styles.number}>{formatUnitPrice(change.before)}</td>
                  <td className={styles.number}>{formatUnitPrice(change.after)}</td>
                  <td className={styles.number}>{formatPercentage(change.percent)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Card>
  );
};

/** How the import ended. */
export const ImportResult = ({ job }: { job: ImportJob }) => {
  const result = job.costDatabaseImport?.result;
  if (job.state === 'FAILED') return <Banner tone="error">{job.message}</Banner>;
  if (job.state === 'CANCELLED') {
    return <Banner tone="warning">{job.message ?? 'Importação cancelada. Nada foi gravado.'}</Banner>;
  }
  return (
    <>
      <Banner tone="info">
        <strong>{job.message}</strong> {result && !result.unchanged && summaryOf(result)}{' '}
        <Link to="/home/forms/product-table?source=SINAPI">Ver as tabelas</Link>
      </Banner>
      {result && <Changes result={result} />}
    </>
  );
};
