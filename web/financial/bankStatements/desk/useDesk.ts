import { filterText } from '#web/list/listFilters.ts';
import { useListPage } from '#web/list/useListPage.ts';
import { useListQuery } from '#web/list/useListQuery.ts';
import { BankDeskDocument } from '#web/generated/financial.ts';
import { usePlace } from '#web/session/sessionContext.ts';
import { datesOf, fileOf, filters, minimumOf, useDeskWallet, viewOf } from './useDeskAddress.ts';

/** The desk that the address asks for: a page of a view of one wallet's lines, and how bank and Prumo agree. */
export const useDesk = () => {
  const { companyId } = usePlace();
  const { query } = useListQuery();
  const wallet = useDeskWallet(query);
  const list = useListPage({
    document: BankDeskDocument,
    pageOf: (data) => data.bankDesk,
    filters,
    sortable: [],
    variables: (asked) => ({
      companyId,
      walletId: wallet.walletId,
      view: viewOf(asked),
      minimum: Number(minimumOf(asked)),
      date: datesOf(asked),
      search: filterText(asked, 'search') ?? null,
      fileId: fileOf(asked),
    }),
    skip: companyId === '' || wallet.walletId === '',
  });
  const view = viewOf(query);
  return {
    ...{ list, wallet, view, companyId },
    minimum: minimumOf(query),
    file: fileOf(query),
    dates: datesOf(query),
    search: filterText(query, 'search') ?? '',
    /** Whether the shown rows are those of the address. */
    ready: list.ready,
  };
};
export type DeskState = ReturnType<typeof useDesk>;
