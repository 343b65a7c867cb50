import { errorText } from '#web/client/errors.ts';
import { Failure, gone } from '#web/client/Failure.tsx';
import { useScheduleEstimatesQuery, useSchedulePageQuery } from '#web/generated/engineering.ts';
import { usePlace } from '#web/session/sessionContext.ts';
import {
  Breadcrumb,
  Button,
  CardList,
  EmptyState,
  ErrorState,
  PageHeader,
  Screen,
  Skeleton,
  StatusPill,
} from '#web/ui/index.ts';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { ScheduleEditor } from './ScheduleEditor.tsx';
import { COST_ESTIMATES, failures, SCHEDULE } from './words.ts';
import styles from './schedule.module.css';

/** Cost estimates that the choice offers; more are found in their own list. */
const MOST = 200;

/** Without a cost estimate in the address: those of the chosen obra, the approved ones first. */
const EstimateChoice = () => {
  const { companyId, buildingId } = usePlace();
  const navigate = useNavigate();
  const { data, error, refetch } = useScheduleEstimatesQuery({
    variables: { companyId, page: 0, size: MOST, filter: { buildingId } },
    fetchPolicy: 'cache-and-network',
    context: { quiet: true },
  });
  const found = data?.costEstimates?.content ?? [];
  const estimates = found.toSorted((a, b) => Number(b.approved) - Number(a.approved));
  return (
    <Screen>
      <PageHeader title="Cronograma" summary="Escolha o orçamento" />
      <div className={styles.body}>
        {error ? (
          <ErrorState message={errorText(error, failures.fetch)} onRetry={() => void refetch()} />
        ) : !data ? (
          <Skeleton rows={4} />
        ) : estimates.length === 0 ? (
          <EmptyState
            title="Nenhum orçamento ainda"
            text="O cronograma planeja as etapas e os serviços de um orçamento."
            action={
              <Button variant="primary" onClick={() => void navigate(COST_ESTIMATES)}>
                Ir para Orçamentos
              </Button>
            }
          />
        ) : (
          <CardList
            ariaLabel="Orçamentos"
            items={estimates.map(({ id, code, description, building, approved }) => ({
              id,
              title: `${code} ${description}`,
              meta: building?.name ?? '',
              endMeta: (
                <StatusPill tone={approved ? 'in' : 'neutral'}>{approved ? 'Aprovado' : 'Em elaboração'}</StatusPill>
              ),
              to: `${SCHEDULE}?id=${id}`,
            }))}
            onOpen={(id) => void navigate(`${SCHEDULE}?id=${id}`)}
          />
        )}
      </div>
    </Screen>
  );
};

const SchedulePage = ({ id }: { id: string }) => {
  const { companyId } = usePlace();
  const { data, error, refetch } = useSchedulePageQuery({
    variables: { companyId, id },
    // A schedule is read once, and edited here.
    ...{ fetchPolicy: 'no-cache', context: { quiet: true } },
  });
  const { costEstimate: estimate, costEstimateDetails: rows, schedule } = data ?? {};
  if (estimate && rows && schedule) {
    const title = `${estimate.code} ${estimate.description} · ${estimate.building?.name ?? ''}`;
    return <ScheduleEditor title={title} code={estimate.code} details={rows.details} loaded={schedule} />;
  }
  return (
    <Screen>
      <div className={styles.path}>
        <Breadcrumb steps={[{ label: 'Cronogramas', to: SCHEDULE }]} />
      </div>
      {(error ?? data) ? (
        <Failure
          error={error}
          remedy={gone(SCHEDULE)}
          message={error ? errorText(error, failures.fetch) : 'Orçamento não encontrado.'}
          onRetry={() => void refetch()}
        />
      ) : (
        <Skeleton rows={14} />
      )}
    </Screen>
  );
};

/** Cronograma (§2 /schedule, mock 6): the schedule of one cost estimate (`?id=`), or the choice of one. */
const ScheduleScreen = () => {
  const id = useSearchParams()[0].get('id');
  return id === null ? <EstimateChoice /> : <SchedulePage key={id} id={id} />;
};

export default ScheduleScreen;
