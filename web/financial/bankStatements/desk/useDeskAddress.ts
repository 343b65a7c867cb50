import { LAST_DAY } from '#domain/dates.ts';
import { DUE_DATE_FILTER, type ListQuery } from '#domain/listQuery.ts';
import { useWalletChoice } from '#web/choices/useWalletChoice.ts';
import { filterDates, filterText, isId, oneOf, specs, type FilterSpecs } from '#web/list/listFilters.ts';
import { useOpenBankLines } from '#web/session/useOpenBankLines.ts';
import { DEFAULT_MINIMUM, MINIMUMS, VIEWS, type View } from './model.ts';

/** Filter keys of the address, by the names of §7: a wallet is a `bank` there. */
export const filters: FilterSpecs = {
  [DUE_DATE_FILTER]: { label: 'Período', reads: () => false },
  search: specs.search,
  bank: specs.choice('Carteira'),
  view: specs.view(...VIEWS),
  minimum: { label: 'Certeza mínima', reads: oneOf(...MINIMUMS) },
  file: specs.choice('Arquivo'),
};

export const viewOf = (query: ListQuery): View => VIEWS.find((view) => view === filterText(query, 'view')) ?? 'OPEN';

export const minimumOf = (query: ListQuery): string =>
  MINIMUMS.find((minimum) => minimum === filterText(query, 'minimum')) ?? DEFAULT_MINIMUM;

export const fileOf = (query: ListQuery): string | null => {
  const file = filterText(query, 'file');
  return isId(file) ? file : null;
};

export const datesOf = (query: ListQuery): { start: string; end: string } | null => {
  const date = filterDates(query, DUE_DATE_FILTER);
  return date ? { start: date.start ?? '1900-01-01', end: date.end ?? LAST_DAY } : null;
};

/** The wallet of the address, else the first active one that has open lines, else the first active one. */
export const useDeskWallet = (query: ListQuery) => {
  const { options, loading } = useWalletChoice();
  const open = useOpenBankLines();
  const asked = filterText(query, 'bank');
  const waits = loading || (open.loading && !open.wallets);
  const first = options.find(({ id }) => open.wallets?.some(({ wallet }) => wallet.id === id)) ?? options[0];
  const walletId = isId(asked) ? asked : waits ? '' : (first?.id ?? '');
  return { options, walletId, waits, none: !waits && options.length === 0 && !isId(asked) };
};
