import { toldPurchase } from '#domain/purchase/changes/words.ts';
import { ChangeList } from '#web/form/history/ChangeList.tsx';
import { useQuoteHistoryQuery } from '#web/generated/purchase.ts';
import { usePlace } from '#web/session/sessionContext.ts';
import { useRereadOnChange } from '#web/session/useRereadOnChange.ts';
import { useState } from 'react';

const SIZE = 10;
const CHANGING = ['Quote'];

/** What was done to a quote, in words with before and after, the latest first. */
const QuoteChanges = ({ id }: { id: string }) => {
  const { companyId } = usePlace();
  const [page, setPage] = useState(0);
  const { data, previousData, error, refetch } = useQuoteHistoryQuery({
    variables: { companyId, id, page, size: SIZE },
    ...{ fetchPolicy: 'cache-and-network', context: { quiet: true } },
  });
  useRereadOnChange(CHANGING, refetch, false);
  const history = (data ?? previousData)?.history;
  return (
    <ChangeList
      changes={history?.content.map((change) => toldPurchase(change, 'quote'))}
      total={history?.totalElements ?? 0}
      onRetry={() => void refetch().catch(() => undefined)}
      onPage={setPage}
      size={SIZE}
      {...{ error, page }}
    />
  );
};

export default QuoteChanges;
