import { formatDate } from '#domain/dates.ts';
import { monthText, monthTitle } from '#domain/financial/monthClosing/months.ts';
import { errorText } from '#web/client/errors.ts';
import { useMonthClosingQuery, useMonthClosingsQuery } from '#web/generated/financial.ts';
import { useListQuery } from '#web/list/useListQuery.ts';
import { useNamedCompany } from '#web/list/useNamedCompany.ts';
import { useSession } from '#web/session/sessionContext.ts';
import { LockIcon, UnlockIcon } from '#web/ui/icons.ts';
import {
  Button,
  ErrorState,
  PageHeader,
  Screen,
  Select,
  Skeleton,
  StatusPill,
  useDelayed,
  useIsPhone,
} from '#web/ui/index.ts';
import { useState } from 'react';
import { Checklist } from './Checklist.tsx';
import { CloseDialog } from './CloseDialog.tsx';
import { Exceptions } from './Exceptions.tsx';
import { FolderCard } from './FolderCard.tsx';
import { History } from './History.tsx';
import { STATES, type Closing } from './model.ts';
import { PointDrawer } from './PointDrawer.tsx';
import { ReopenDialog } from './ReopenDialog.tsx';
import { useClosingView, type ClosingView } from './useClosingView.ts';
import { YearStrip } from './YearStrip.tsx';
import styles from './screen.module.css';

const useClosing = ({ companyId, month, year }: ClosingView) => {
  // A visit does not share a request that is under way: that one may have been answered before what is visited for.
  const context = { quiet: true, queryDeduplication: false };
  const options = { skip: companyId === '', fetchPolicy: 'cache-and-network', context } as const;
  const ofYear = useMonthClosingsQuery({ variables: { companyId, year }, ...options });
  const ofMonth = useMonthClosingQuery({ variables: { companyId, month }, ...options });
  return {
    year: (ofYear.data ?? ofYear.previousData)?.monthClosings ?? undefined,
    closing: (ofMonth.data ?? ofMonth.previousData)?.monthClosing ?? undefined,
    loading: ofYear.loading || ofMonth.loading,
    error: ofYear.error ?? ofMonth.error,
    retry: () => Promise.all([ofYear.refetch(), ofMonth.refetch()]),
  };
};

const CompanyChoice = ({ companyId }: { companyId: string }) => {
  const { companies, setPlace } = useSession();
  if (companies.length < 2) return null;
  return (
    <span className={styles.company}>
      <Select
        ariaLabel="Empresa"
        value={companyId}
        options={companies.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(id) => setPlace(id, null)}
      />
    </span>
  );
};

type Asking = 'close' | 'reopen' | null;

const Act = ({ closing, onAsk }: { closing: Closing; onAsk: (asking: Asking) => void }) => {
  const phone = useIsPhone();
  if (closing.reopenable) {
    return (
      <Button icon={<UnlockIcon />} onClick={() => onAsk('reopen')}>
        Reabrir
      </Button>
    );
  }
  if (!closing.closable) return null;
  return (
    <Button variant="primary" icon={<LockIcon />} onClick={() => onAsk('close')}>
      {phone ? 'Fechar mês' : `Fechar ${monthText(closing.month)}`}
    </Button>
  );
};

const MonthHead = ({ closing }: { closing: Closing }) => {
  const { label, tone } = STATES[closing.state];
  return (
    <div className={styles.head}>
      <h2>{monthTitle(closing.month)}</h2>
      <StatusPill tone={tone}>{label}</StatusPill>
      {closing.state !== 'CLOSED' && closing.notClosable && <span className={styles.why}>{closing.notClosable}</span>}
    </div>
  );
};

/** Fechamento do mês: months of a company, what they lack, closing and reopening, and the accountant's folder; administrators only. */
const MonthClosingScreen = () => {
  const view = useClosingView();
  useNamedCompany(useListQuery());
  const { year, closing, loading, error, retry } = useClosing(view);
  const [asking, setAsking] = useState<Asking>(null);
  const stale = useDelayed(loading);
  const current = closing?.month === view.month;
  const through = year?.closedThrough;
  return (
    <Screen>
      <PageHeader
        title="Fechamento do mês"
        summary={
          year && `${year.companyName} · ${through ? `fechado até ${formatDate(through)}` : 'nenhum mês fechado'}`
        }
        actions={
          <>
            <CompanyChoice companyId={view.companyId} />
            {closing && current && <Act closing={closing} onAsk={setAsking} />}
          </>
        }
      />
      <div
        className={styles.body}
        data-stale={(stale && closing !== undefined) || undefined}
        aria-busy={loading || undefined}
      >
        {year && <YearStrip data={year} view={view} />}
        {closing ? (
          <>
            <MonthHead closing={closing} />
            <div className={styles.columns}>
              <Checklist closing={closing} view={view} />
              <div className={styles.side}>
                <FolderCard key={closing.month} closing={closing} view={view} />
                <Exceptions closing={closing} view={view} />
                <History closing={closing} />
              </div>
            </div>
          </>
        ) : error ? (
          <ErrorState message={errorText(error)} onRetry={() => void retry()} />
        ) : (
          <Skeleton rows={12} />
        )}
      </div>
      {view.point && <PointDrawer key={`${view.month} ${view.point}`} view={view} point={view.point} />}
      {closing && asking === 'close' && (
        <CloseDialog closing={closing} companyId={view.companyId} onChanged={retry} onClose={() => setAsking(null)} />
      )}
      {closing && asking === 'reopen' && (
        <ReopenDialog month={closing.month} companyId={view.companyId} onClose={() => setAsking(null)} />
      )}
    </Screen>
  );
};

export default MonthClosingScreen;
