import { formatDate } from '#domain/dates.ts';
import { counted, formatCurrency, formatPercentage } from '#domain/numberFormat.ts';
import { ListScreen } from '#web/list/ListScreen.tsx';
import { textsOf } from '#web/register/noun.ts';
import { useSession } from '#web/session/sessionContext.ts';
import { StatusPill, type CardItem, type Column } from '#web/ui/index.ts';
import { MoneyText } from '#web/ui/MoneyText.tsx';
import { useNavigate } from 'react-router-dom';
import { NewMeasurementDialog } from './NewMeasurementDialog.tsx';
import { SidePage } from './side/SidePage.tsx';
import { SheetPage } from './SheetPage.tsx';
import { useMeasurementList } from './useMeasurementList.ts';
import { failures, MEASUREMENTS, noun, sideName, STATUS, type Head } from './words.ts';

const texts = textsOf(noun);

const Situation = ({ row }: { row: Head }) => (
  <StatusPill tone={STATUS[row.status].tone}>{STATUS[row.status].text}</StatusPill>
);

const percent = (percentage: string | null): string => (percentage === null ? '—' : formatPercentage(percentage));

const columns: readonly Column<Head>[] = [
  { id: 'number', title: 'Medição', width: 90, sortable: true, tone: 'strong', value: ({ number }) => `nº ${number}` },
  { id: 'partner', title: 'Lado', minWidth: 130, flex: 1, sortable: true, value: sideName },
  {
    id: 'building',
    title: 'Obra',
    ofBuilding: true,
    minWidth: 150,
    flex: 1,
    sortable: true,
    value: ({ building }) => building.name,
  },
  {
    ...{ id: 'costEstimate', title: 'Orçamento', width: 110, sortable: true, tone: 'muted' },
    value: ({ costEstimate }) => costEstimate.code,
  },
  {
    ...{ id: 'periodEnd', title: 'Período', width: 180, sortable: true },
    value: ({ periodStart, periodEnd }) => `${formatDate(periodStart)} a ${formatDate(periodEnd)}`,
  },
  {
    ...{ id: 'status', title: 'Situação', width: 140, sortable: true, value: ({ status }) => STATUS[status].text },
    render: (row) => <Situation row={row} />,
  },
  { id: 'percentage', title: 'Acum. %', width: 90, align: 'right', value: ({ percentage }) => percent(percentage) },
  {
    ...{ id: 'accumulatedValue', title: 'Acumulado (R$)', width: 140, kind: 'money', sortable: true },
    value: ({ accumulatedValue }) => accumulatedValue,
  },
  {
    ...{ id: 'periodValue', title: 'Nesta (R$)', width: 130, kind: 'money', sortable: true },
    value: ({ periodValue }) => periodValue,
  },
];

const card = (row: Head): CardItem => ({
  id: row.id,
  title: `Medição ${row.number} · ${sideName(row)}`,
  meta: `${row.building.name} · até ${formatDate(row.periodEnd)}`,
  end: <MoneyText value={row.periodValue} symbol />,
  endMeta: <Situation row={row} />,
});

/** Medições: the measurements of the company, and the sheet of one (`?id=`). */
const MeasurementsScreen = () => {
  const list = useMeasurementList();
  const mayWrite = useSession().may({ anyOf: ['ENGINEERING'] });
  const { page, setOwn } = list;
  const navigate = useNavigate();
  const id = list.own('id');
  const [side, estimate] = [list.own('side'), list.own('estimate')];
  const totals = list.data?.measurementTotals;
  const open = (next: string | null, history: 'push' | 'replace' = 'push') => setOwn('id', next, history);
  if (id !== null && id !== 'new')
    return <SheetPage key={id} id={id} onOpen={(next) => open(next)} onClose={() => open(null)} />;
  if (side !== null && estimate !== null)
    return (
      <SidePage
        key={side}
        contractId={side}
        estimateId={estimate}
        onOpen={(next) => void navigate(`${MEASUREMENTS}?id=${next}`)}
        onClose={() => void navigate(MEASUREMENTS)}
      />
    );
  return (
    <>
      <ListScreen
        title={texts.title}
        summary={
          page &&
          totals &&
          `${counted(page.totalElements, noun.one, noun.many)} · ${formatCurrency(totals.periodValue)} medidos`
        }
        list={list}
        failureText={failures.list}
        columns={columns}
        defaultSort={{ id: 'periodEnd', desc: true }}
        card={card}
        searchLabel="Número, obra, orçamento ou lado"
        tabKey="view"
        tabs={[
          { id: '', label: 'Todas', count: totals?.all },
          { id: 'open', label: 'Em digitação', count: totals?.open },
          { id: 'review', label: 'Em conferência', count: totals?.review },
          { id: 'closed', label: 'Fechadas', count: totals?.closed },
        ]}
        totals={({ measurementTotals: sums }) =>
          sums
            ? [
                { label: 'Medido', value: sums.periodValue },
                { label: 'Retido', value: sums.retentionValue },
              ]
            : undefined
        }
        newLabel={mayWrite ? texts.create : undefined}
        emptyTitle={texts.empty}
        emptyText="Meça o que foi feito de um orçamento aprovado: o valor do período vira conta a receber ou a pagar."
        // A measurement opens on its page, which takes the place of the list.
        drawer={() => null}
      />
      {id === 'new' && (
        <NewMeasurementDialog onCreated={(next) => open(next, 'replace')} onClose={() => open(null, 'replace')} />
      )}
    </>
  );
};

export default MeasurementsScreen;
