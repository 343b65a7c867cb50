import { useDocumentMeasurementQuery, type TransactionDetailFragment } from '#web/generated/financial.ts';
import { usePlace, useSession } from '#web/session/sessionContext.ts';
import { findRoute } from '#web/session/routes.ts';
import { Link } from 'react-router-dom';
import styles from './EditorHeader.module.css';

const PATH = '/home/forms/engineering/measurements';

/** "Medição nº 3" on the document that it made, for those who may see measurements. */
export const MeasurementLink = ({ transaction }: { transaction: TransactionDetailFragment }) => {
  const { may } = useSession();
  const { companyId } = usePlace();
  const route = findRoute(PATH);
  const mayOpen = route?.path === PATH && may(route.rule);
  const { data } = useDocumentMeasurementQuery({
    variables: { companyId, transactionId: transaction.id },
    skip: !mayOpen,
    context: { quiet: true },
  });
  const [measurement] = data?.measurements?.content ?? [];
  if (!measurement) return null;
  return (
    <p className={styles.origin}>
      Feito pela{' '}
      <Link to={`${PATH}?id=${measurement.id}`} className={styles.link}>
        Medição nº {measurement.number}
      </Link>
      , que decide valor, parceiro e rateio.
    </p>
  );
};
