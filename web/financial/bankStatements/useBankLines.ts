import { LAST_DAY } from '#domain/dates.ts';
import { DUE_DATE_FILTER, type ListQuery } from '#domain/listQuery.ts';
import { BankLinesDocument, type BankLineFilter } from '#web/generated/financial.ts';
import { filterDates, filterText, isId, specs, type FilterSpecs } from '#web/list/listFilters.ts';
import { useListPage } from '#web/list/useListPage.ts';
import { usePlace } from '#web/session/sessionContext.ts';

/** Filter keys of the address, by the names of §7: a wallet is a `bank` there. */
const filters: FilterSpecs = {
  [DUE_DATE_FILTER]: { label: 'Período', reads: () => false },
  search: specs.search,
  bank: specs.choice('Carteira'),
  file: specs.choice('Arquivo'),
};

const filterOf = (query: ListQuery): BankLineFilter => {
  const [walletId, fileId] = [filterText(query, 'bank'), filterText(query, 'file')];
  const date = filterDates(query, DUE_DATE_FILTER);
  return {
    search: filterText(query, 'search') ?? null,
    ...(isId(walletId) ? { walletId } : {}),
    ...(isId(fileId) ? { fileId } : {}),
    ...(date ? { date: { start: date.start ?? '1900-01-01', end: date.end ?? LAST_DAY } } : {}),
  };
};

/** The page of lines that the address requests, of the wallets of the chosen company. */
export const useBankLines = () => {
  const { companyId } = usePlace();
  return useListPage({
    document: BankLinesDocument,
    pageOf: (data) => data.bankLines,
    filters,
    sortable: ['date', 'amount'] as const,
    variables: (query) => ({ companyId, filter: filterOf(query) }),
    skip: companyId === '',
  });
};
