import { dateFilterRange } from '#domain/dateFilter.ts';
import { addMonths, startOfMonth } from '#domain/dates.ts';
import { counted, formatCurrency } from '#domain/numberFormat.ts';
import { DUE_DATE_FILTER } from '#domain/listQuery.ts';
import type { RetentionRowFragment } from '#web/generated/financial.ts';
import { filterDates, filterText, withFilter } from '#web/list/listFilters.ts';
import { ListScreen } from '#web/list/ListScreen.tsx';
import { OpenIcon, SettingsIcon } from '#web/ui/icons.ts';
import { Button, PeriodPicker, Segments, today, type MenuAction } from '#web/ui/index.ts';
import { Navigate, useNavigate } from 'react-router-dom';
import { card, columns, fileColumns } from './columns.tsx';
import { Matrix } from './Matrix.tsx';
import { RulesDialog } from './rules/RulesDialog.tsx';
import { useRetentionList } from './useRetentionList.ts';
import { failures } from './words.ts';

const expenseAt = (id: string) => `/home/forms/transactions/outcome?id=${id}`;

/** "Retenções": what was withheld by tax and month, its documents, and the rules of it (`?rules=`). */
const RetentionsScreen = () => {
  const { list, months } = useRetentionList();
  const navigate = useNavigate();
  const { query, setQuery, own, setOwn } = list;
  const totals = list.page?.totals;
  const byFact = filterText(query, 'by') === 'FACT';
  const rowActions = (row: RetentionRowFragment): MenuAction[] => [
    { label: 'Abrir a guia', icon: <OpenIcon />, onClick: () => void navigate(expenseAt(row.payableId)) },
    { label: 'Abrir a nota', icon: <OpenIcon />, onClick: () => void navigate(expenseAt(row.transactionId)) },
  ];
  return (
    <>
      <ListScreen
        title="Retenções"
        summary={totals && `${counted(totals.count, 'guia')} · ${formatCurrency(totals.retained)} retidos`}
        list={list}
        failureText={failures.list}
        columns={columns}
        fileColumns={fileColumns}
        rowActions={rowActions}
        card={card}
        searchLabel="Buscar nota ou fornecedor"
        lasting={['by']}
        actions={
          <Button icon={<SettingsIcon />} onClick={() => setOwn('rules', '1')}>
            Regras
          </Button>
        }
        filters={
          <>
            <Segments
              ariaLabel="Meses por"
              value={byFact ? 'FACT' : 'DUE'}
              options={[
                { value: 'DUE', label: 'Vencimento' },
                { value: 'FACT', label: 'Fato gerador' },
              ]}
              onChange={(by) =>
                setQuery((now) => withFilter(withFilter(now, 'month', null), 'by', by === 'FACT' ? by : null))
              }
            />
            <Period list={list} />
          </>
        }
        above={
          months && months.length > 0 ? (
            <Matrix
              cells={months}
              chosen={{ tax: filterText(query, 'tax') ?? null, month: filterText(query, 'month') ?? null }}
              onChoose={({ tax, month }) => setQuery((now) => withFilter(withFilter(now, 'tax', tax), 'month', month))}
              basis={byFact ? 'fato gerador' : 'vencimento'}
            />
          ) : undefined
        }
        tabKey="status"
        tabs={[
          { id: '', label: 'Todas' },
          { id: 'OPEN', label: 'A recolher' },
          { id: 'OVERDUE', label: 'Vencidas' },
          { id: 'PAID', label: 'Recolhidas' },
        ]}
        emptyTitle="Nada retido ainda"
        emptyText="Na despesa de um serviço, use “Retenções na fonte”: cada imposto vira uma guia a recolher."
        filterWords={[{ label: 'Meses por', value: byFact ? 'fato gerador' : 'vencimento' }]}
        totals={({ retentions }) =>
          retentions
            ? [
                { label: 'Retido', value: retentions.totals.retained },
                { label: 'Recolhido', value: retentions.totals.paid },
                { label: 'A recolher', value: retentions.totals.toPay },
                { label: 'Vencido', value: retentions.totals.overdue, tone: 'out' },
              ]
            : undefined
        }
        opens={({ payableId }) => payableId}
        drawer={(id) => <Navigate replace to={expenseAt(id)} />}
      />
      {own('rules') !== null && <RulesDialog onClose={() => setOwn('rules', null)} />}
    </>
  );
};

const Period = ({ list: { query, setQuery } }: Pick<ReturnType<typeof useRetentionList>, 'list'>) => {
  const month = startOfMonth(today());
  return (
    <PeriodPicker
      label="Período"
      ariaLabel="Período das retenções"
      value={filterDates(query, DUE_DATE_FILTER) ?? null}
      onChange={(range) => setQuery((now) => withFilter(withFilter(now, 'month', null), DUE_DATE_FILTER, range))}
      presets={[
        { label: 'Este mês', range: dateFilterRange({ key: 'thisMonth' }, today()) },
        { label: 'Próximo mês', range: { start: addMonths(month, 1), end: addMonths(month, 2) } },
        { label: 'Últimos 12 meses', range: { start: addMonths(month, -11), end: addMonths(month, 1) } },
      ]}
    />
  );
};

export default RetentionsScreen;
