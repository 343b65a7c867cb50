import { filterText } from '#web/list/listFilters.ts';
import { useListPage } from '#web/list/useListPage.ts';
import { useListQuery } from '#web/list/useListQuery.ts';
import { BankDeskDocument } from '#web/generated/financial.ts';
import { usePlace } from '#web/session/sessionContext.ts';
import { useState } from 'react';
import type { Line } from './model.ts';
import { datesOf, fileOf, filters, minimumOf, useDeskWallet, viewOf } from './useDeskAddress.ts';

/** The rows of an address stay while they are read again: after an act, or an import that was undone. */
const useShown = (address: string, answer: readonly Line[] | undefined): readonly Line[] | undefined => {
  const [shown, setShown] = useState({ address, rows: answer });
  if (answer ? shown.rows !== answer || shown.address !== address : shown.address !== address)
    setShown({ address, rows: answer });
  return shown.address === address ? shown.rows : answer;
};

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
  const rows = useShown(JSON.stringify([wallet.walletId, query]), list.ready ? list.page?.content : undefined);
  return {
    ...{ list, wallet, view, companyId },
    minimum: minimumOf(query),
    file: fileOf(query),
    dates: datesOf(query),
    search: filterText(query, 'search') ?? '',
    /** The rows of the address; undefined while they are read for the first time. */
    rows,
  };
};
export type DeskState = ReturnType<typeof useDesk>;
