import { TAX_LABELS } from '#domain/financial/retentions/taxes.ts';
import type { TransactionDetailFragment } from '#web/generated/financial.ts';
import { Link } from 'react-router-dom';
import { useListBehind } from './useListBehind.ts';
import styles from './EditorHeader.module.css';

/** "Retenção de ISS da nota NF 5.187 de Clima Norte" on the payable of a retention. */
export const RetentionLink = ({ transaction }: { transaction: TransactionDetailFragment }) => {
  const { pathname } = useListBehind('DEBIT');
  const of = transaction.retentionOf;
  if (!of) return null;
  const what = of.tax === 'GUARANTEE' ? TAX_LABELS[of.tax] : `Retenção de ${TAX_LABELS[of.tax]}`;
  return (
    <p className={styles.origin}>
      {what} da{' '}
      <Link to={`${pathname}?id=${of.transactionId}`} className={styles.link}>
        nota {of.documentNumber ?? `nº ${of.transactionId}`}
      </Link>
      {of.partnerName == null ? '' : ` de ${of.partnerName}`}, que decide valor, categoria e rateio.
    </p>
  );
};
