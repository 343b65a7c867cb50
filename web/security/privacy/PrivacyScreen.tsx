import { errorText } from '#web/client/errors.ts';
import { usePrivacyQuery } from '#web/generated/security.ts';
import { ErrorState, PageHeader, Screen, Skeleton, useDelayed } from '#web/ui/index.ts';
import { Anonymisations } from './Anonymisations.tsx';
import { DataViews } from './DataViews.tsx';
import { Retention } from './Retention.tsx';
import styles from './privacy.module.css';

/** `/home/forms/settings/privacy`: what the account keeps of people (LGPD). */
const PrivacyScreen = () => {
  const { data, previousData, error, loading, refetch } = usePrivacyQuery({
    fetchPolicy: 'cache-and-network',
    context: { quiet: true },
  });
  const shown = data ?? previousData;
  const slow = useDelayed(loading && !shown);
  return (
    <Screen>
      <PageHeader title="Privacidade" summary="O que a conta guarda de pessoas, e por quanto tempo" />
      <div className={styles.body}>
        {error && !shown && <ErrorState message={errorText(error)} onRetry={() => void refetch()} />}
        {slow && <Skeleton />}
        {shown && (
          <div className={styles.columns}>
            <DataViews />
            <div className={styles.side}>
              <Anonymisations requests={shown.anonymisations ?? []} />
              {shown.dataRetention && <Retention stored={shown.dataRetention} />}
            </div>
          </div>
        )}
      </div>
    </Screen>
  );
};

export default PrivacyScreen;
