import { TAX_LABELS } from '#domain/financial/retentions/taxes.ts';
import { formatShortMonth } from '#domain/dates.ts';
import { DUE_DATE_FILTER, type ListQuery } from '#domain/listQuery.ts';
import { RetentionsDocument, useRetentionMonthsQuery, type RetentionFilter } from '#web/generated/financial.ts';
import { filterDates, filterText, isId, oneOf, specs, type FilterSpecs } from '#web/list/listFilters.ts';
import { useListPage } from '#web/list/useListPage.ts';
import { usePlace } from '#web/session/sessionContext.ts';
import { daysOf, isMonth, isTax } from './words.ts';

const statuses = ['OPEN', 'OVERDUE', 'PAID'] as const;

/** Filter keys of the address; a cell of the matrix is a tax and a month. */
const filters: FilterSpecs = {
  [DUE_DATE_FILTER]: { label: 'Período', reads: () => false },
  status: specs.view(...statuses),
  search: specs.search,
  by: { label: 'Por', reads: oneOf('FACT') },
  tax: { label: 'Imposto', reads: isTax, shows: (text) => (isTax(text) ? TAX_LABELS[text] : text) },
  month: { label: 'Mês', reads: isMonth, shows: (text) => formatShortMonth(`${text}-01`) },
  partner: specs.choice('Fornecedor'),
};

/** The filter without the cell: that of the matrix. */
const wholeFilter = (query: ListQuery): RetentionFilter => {
  const days = filterDates(query, DUE_DATE_FILTER);
  const partner = filterText(query, 'partner');
  const status = statuses.find((one) => one === filterText(query, 'status'));
  return {
    by: filterText(query, 'by') === 'FACT' ? 'FACT' : 'DUE',
    ...(days && { period: { start: days.start ?? '1900-01-01', end: days.end ?? '9999-12-31' } }),
    ...(isId(partner) && { partnerId: partner }),
    ...(status && { status }),
    search: filterText(query, 'search') ?? null,
  };
};

const filterOf = (query: ListQuery): RetentionFilter => {
  const [tax, month] = [filterText(query, 'tax'), filterText(query, 'month')];
  return {
    ...wholeFilter(query),
    ...(isTax(tax) && { tax }),
    ...(isMonth(month) && { period: daysOf(month) }),
  };
};

/** The retentions that the address asks for, and their sums by tax and month. */
export const useRetentionList = () => {
  const { companyId } = usePlace();
  const list = useListPage({
    document: RetentionsDocument,
    pageOf: (data) => data.retentions,
    sortable: ['dueDate', 'factDate', 'value', 'tax', 'status', 'supplier', 'collector', 'documentNumber'],
    defaultSort: [{ id: 'dueDate' }],
    filters,
    variables: (query) => ({ companyId, filter: filterOf(query) }),
    skip: companyId === '',
  });
  const { data, previousData } = useRetentionMonthsQuery({
    variables: { companyId, filter: wholeFilter(list.query) },
    skip: companyId === '',
    fetchPolicy: 'cache-and-network',
    context: { quiet: true },
  });
  return { list, months: (data ?? previousData)?.retentions?.months };
};
