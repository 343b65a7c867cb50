import { formatLongDate } from '#domain/dates.ts';
import { AccessLostContext } from '#web/session/accessLost.ts';
import { usePlace, useSession } from '#web/session/sessionContext.ts';
import { Button, Kbd, PageHeader, today, useIsPhone } from '#web/ui/index.ts';
import { lazy, Suspense } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { Drafts } from './Drafts.tsx';
import { Elsewhere } from './Elsewhere.tsx';
import { Installments, Orders } from './groups.tsx';
import { Mentions } from './Mentions.tsx';
import { useDayKeys } from './useDayKeys.ts';
import { useDayPayment } from './useDayPayment.ts';
import { useKeptFocus } from './useKeptFocus.ts';
import { useOpenDocument } from './useOpenDocument.ts';
import styles from './MyDay.module.css';

const PayInstallment = lazy(() => import('#web/financial/transactions/form/PayInstallment.tsx'));
const TransactionDrawer = lazy(async () => ({
  default: (await import('#web/financial/transactions/form/TransactionDrawer.tsx')).TransactionDrawer,
}));

const TYPES = ['DEBIT', 'CREDIT'] as const;

/**
 * Meu dia, the start of who is no administrator (§2, the welcome screen of `/home`): what is late, due today and due until
 * Sunday, by the person's permissions in the chosen place.
 */
const MyDayScreen = () => {
  const { may, place, setPlace } = useSession();
  const { companyId, buildingId } = usePlace();
  const { key } = useLocation();
  const types = TYPES.filter((type) => companyId !== '' && may({ anyOf: [type] }));
  const orders = companyId !== '' && may({ anyOf: ['PURCHASE'] });
  const { paying, pay, close } = useDayPayment();
  const { opened, closeDocument } = useOpenDocument();
  const host = useDayKeys();
  const { onFocus, onLost } = useKeptFocus(host);
  const act = { onPay: pay, onLost };
  // Another place begins anew: rows of the former one are not acted on while its own are read.
  const here = `${companyId} ${buildingId}`;
  const where = [formatLongDate(today()), place.company?.name, place.building?.name];
  return (
    <div className={styles.screen}>
      <PageHeader
        title="Meu dia"
        summary={where.filter(Boolean).join(' · ')}
        actions={place.building && <Button onClick={() => setPlace(companyId, null)}>Ver todas as obras</Button>}
      />
      <div ref={host} className={styles.body} onFocus={onFocus}>
        {types.map((type) => (
          <Installments key={`${type} ${here}`} type={type} act={act} />
        ))}
        {orders && <Orders key={here} act={act} />}
        {types.length > 0 && <Mentions key={`mentions ${companyId}`} act={act} />}
        <Drafts key={key} act={act} />
        {types.length === 0 && !orders && <Elsewhere />}
        <Foot pays={types.length > 0} walks={types.length > 0 || orders} />
      </div>
      <Suspense>
        {paying && <PayInstallment key={paying.installmentId} {...paying} onClose={() => close(paying)} />}
        {opened && (
          <AccessLostContext value={!may({ anyOf: [opened.type] })}>
            <TransactionDrawer key={opened.type} {...opened} onClose={closeDocument} onSaved={closeDocument} />
          </AccessLostContext>
        )}
      </Suspense>
    </div>
  );
};

export default MyDayScreen;

/** The keys of the screen, where there is a keyboard. */
const Foot = ({ pays, walks }: { pays: boolean; walks: boolean }) => {
  const phone = useIsPhone();
  return (
    <footer className={styles.foot}>
      {walks && !phone && (
        <span aria-hidden="true">
          <Kbd>J</Kbd> <Kbd>K</Kbd> andam pelas linhas · <Kbd>Enter</Kbd> abre
          {pays && (
            <>
              {' '}
              · <Kbd>P</Kbd> paga ou recebe
            </>
          )}
        </span>
      )}
      <span>
        Primeira vez? Veja os <Link to="/home/tutorials">tutoriais</Link>.
      </span>
    </footer>
  );
};
