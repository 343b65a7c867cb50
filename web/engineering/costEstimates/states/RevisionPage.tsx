import { formatCurrency, formatMoney, formatPrice4, formatQuantity } from '#domain/numberFormat.ts';
import { errorText } from '#web/client/errors.ts';
import { Failure, gone } from '#web/client/Failure.tsx';
import { useCostEstimateKeptRevisionQuery, type CostEstimateHeaderFragment } from '#web/generated/engineering.ts';
import { usePlace } from '#web/session/sessionContext.ts';
import { LongList, Skeleton } from '#web/ui/index.ts';
import styles from './states.module.css';
import { StatePage } from './StatePage.tsx';

interface RevisionPageProps {
  header: CostEstimateHeaderFragment;
  number: number;
  onClose: () => void;
}

/** One revision as it was, to be read. */
export const RevisionPage = ({ header, number, onClose }: RevisionPageProps) => {
  const { companyId } = usePlace();
  const { data, error, refetch } = useCostEstimateKeptRevisionQuery({
    ...{ variables: { companyId, id: header.id, number }, fetchPolicy: 'no-cache', context: { quiet: true } },
  });
  const kept = data?.costEstimateKeptRevision;
  return (
    <StatePage header={header} title={`Revisão ${number}`} onClose={onClose}>
      {!kept ? (
        error ? (
          <Failure
            error={error}
            remedy={gone(onClose, 'Voltar ao orçamento')}
            message={errorText(error, 'Falha para buscar revisões do orçamento')}
            onRetry={() => void refetch()}
          />
        ) : (
          <Skeleton rows={12} />
        )
      ) : (
        <>
          <p className={styles.quiet}>
            Só para consulta. Total <strong>{formatCurrency(kept.revision.total)}</strong>
          </p>
          <div className={styles.scroller} tabIndex={0} role="region" aria-label="Linhas da revisão">
            <table className={styles.table}>
              <thead>
                <tr>
                  <th>Item</th>
                  <th>Descrição</th>
                  <th>Un.</th>
                  <th className={styles.right}>Quantidade</th>
                  <th className={styles.right}>Preço (R$)</th>
                  <th className={styles.right}>Com BDI (R$)</th>
                  <th className={styles.right}>Total (R$)</th>
                </tr>
              </thead>
              <LongList items={kept.rows} rowHeight={34} table>
                {(row) => {
                  const group = row.type === 'GROUP';
                  return (
                    <tr key={row.rowId} data-group={group || undefined}>
                      <td>{row.code}</td>
                      <td className={styles.name}>{row.description}</td>
                      <td>{row.unit}</td>
                      <td className={styles.right}>{group ? '' : formatQuantity(row.quantity ?? '0')}</td>
                      <td className={styles.right}>{row.unitPrice == null ? '' : formatPrice4(row.unitPrice)}</td>
                      <td className={styles.right}>
                        {row.unitPriceWithBdi == null ? '' : formatMoney(row.unitPriceWithBdi)}
                      </td>
                      <td className={styles.right}>{row.total == null ? '—' : formatMoney(row.total)}</td>
                    </tr>
                  );
                }}
              </LongList>
            </table>
          </div>
        </>
      )}
    </StatePage>
  );
};
