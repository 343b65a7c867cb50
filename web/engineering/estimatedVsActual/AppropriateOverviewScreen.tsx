import { FETCH_STAGE_REPORT_FAILED } from '#domain/messages.ts';
import { formatDate, isIsoDate } from '#domain/dates.ts';
import { errorText } from '#web/client/errors.ts';
import { useAppropriationsOverviewQuery } from '#web/generated/engineering.ts';
import { ExportButton } from '#web/list/ExportButton.tsx';
import { usePlace, useSession } from '#web/session/sessionContext.ts';
import {
  DateInput,
  ErrorState,
  Field,
  PageHeader,
  ReadingContext,
  Select,
  Skeleton,
  today,
  unreadProblems,
  useIsPhone,
  useReading,
} from '#web/ui/index.ts';
import { hasAllOf } from '#domain/permissions.ts';
import { useAddressKeys } from '#web/client/address.ts';
import { BuildingsOverview } from './BuildingsOverview.tsx';
import { fileColumns, fileRows } from './files.ts';
import { Report } from './Report.tsx';
import type { Overview } from './rows.ts';
import styles from './overview.module.css';

/** Day and BDI of the report, from the address. */
const useView = () => {
  const [params, setKeys] = useAddressKeys();
  const asked = params.get('date');
  const set = (key: string, value: string | null) => setKeys({ [key]: value });
  return {
    named: params.get('building'),
    date: isIsoDate(asked) ? asked : today(),
    withBdi: params.get('bdi') === 'true',
    setDate: (date: string) => set('date', date === '' || date === today() ? null : date),
    setBdi: (withBdi: boolean) => set('bdi', withBdi ? 'true' : null),
  };
};
type View = ReturnType<typeof useView>;

const BDI = [
  { value: 'false' as const, label: 'Com BDI: não' },
  { value: 'true' as const, label: 'Com BDI: sim' },
];

const Controls = ({ view, overview }: { view: View; overview: Overview | undefined }) => {
  const reading = useReading();
  return (
    <ReadingContext value={reading}>
      <div className={styles.controls}>
        <Field label="Até" error={unreadProblems(reading.unread).date}>
          <DateInput path="date" towards="past" value={view.date} onChange={view.setDate} />
        </Field>
        {overview && (
          <>
            <Select
              ariaLabel="Com BDI"
              value={view.withBdi ? 'true' : 'false'}
              options={BDI}
              onChange={(value) => view.setBdi(value === 'true')}
            />
            <ExportButton
              title={`Orçado × realizado ${overview.name}`}
              columns={fileColumns}
              rows={fileRows(overview)}
              facts={() => [
                { label: 'Obra', value: overview.name },
                { label: 'Até', value: formatDate(view.date) },
                { label: 'Com BDI', value: view.withBdi ? 'sim' : 'não' },
              ]}
            />
          </>
        )}
      </div>
    </ReadingContext>
  );
};

const BuildingOverview = ({ buildingId, view }: { buildingId: string; view: View }) => {
  const { companyId } = usePlace();
  const { grantee } = useSession();
  const {
    data: fresh,
    previousData,
    error,
    refetch,
  } = useAppropriationsOverviewQuery({
    variables: { companyId, buildingId, date: view.date, withBdi: view.withBdi },
    fetchPolicy: 'cache-and-network',
    context: { quiet: true },
  });
  const overview = (fresh ?? previousData)?.appropriationsOverview ?? undefined;
  const codes = overview?.costEstimates.map(({ code }) => code).join(', ');
  const phone = useIsPhone();
  const controls = <Controls view={view} overview={overview} />;
  return (
    <div className={styles.screen}>
      <PageHeader
        title="Orçado × realizado"
        summary={[overview?.name, codes].filter(Boolean).join(' · ')}
        {...(!phone && { actions: controls })}
      />
      <div className={styles.body}>
        {phone && controls}
        {overview ? (
          <Report
            overview={overview}
            mayOpen={{
              documents: hasAllOf(grantee, ['DEBIT'], { companyId, buildingId }),
              orders: hasAllOf(grantee, ['PURCHASE'], { companyId, buildingId }),
            }}
          />
        ) : error || fresh ? (
          <ErrorState message={errorText(error, FETCH_STAGE_REPORT_FAILED)} onRetry={() => void refetch()} />
        ) : (
          <Skeleton rows={12} />
        )}
      </div>
    </div>
  );
};

/** Orçado × realizado (§2 /appropriate-overview, mock 27): of the chosen obra, or the choice of one. */
const AppropriateOverviewScreen = () => {
  const { companyId, buildingId: placed } = usePlace();
  const view = useView();
  const buildingId = view.named ?? placed;
  if (buildingId !== null) return <BuildingOverview key={buildingId} buildingId={buildingId} view={view} />;
  return (
    <div className={styles.screen}>
      <PageHeader
        title="Orçado × realizado"
        summary="todas as obras"
        actions={<Controls view={view} overview={undefined} />}
      />
      <div className={styles.body}>
        <BuildingsOverview companyId={companyId} date={view.date} />
      </div>
    </div>
  );
};

export default AppropriateOverviewScreen;
