import { useBankCandidatesQuery } from '#web/generated/financial.ts';
import { usePlace } from '#web/session/sessionContext.ts';
import { useState } from 'react';
import { type Entry, type Line, MOST_TOGETHER } from './model.ts';

const FIRST = 50;
const MORE = 100;

interface CandidateOptions {
  walletId: string;
  /** What can close their sum comes first. */
  lines: readonly Pick<Line, 'id'>[];
  skip?: boolean;
}

const NONE: readonly Entry[] = [];

/** What no line answers yet, in the order of the service; the shown ones stay while the next ones load. */
export const useCandidates = ({ walletId, lines, skip = false }: CandidateOptions) => {
  const { companyId } = usePlace();
  const [search, setSearch] = useState('');
  const [size, setSize] = useState(FIRST);
  const result = useBankCandidatesQuery({
    variables: {
      ...{ companyId, walletId, size, search: search || null },
      lines: lines.slice(0, MOST_TOGETHER).map(({ id }) => id),
    },
    skip: skip || walletId === '',
    fetchPolicy: 'cache-and-network',
    context: { quiet: true },
  });
  const page = (result.data ?? result.previousData)?.bankCandidates;
  return {
    entries: page?.content ?? NONE,
    total: page?.totalElements,
    loading: result.loading,
    error: result.error as unknown,
    refetch: () => void result.refetch(),
    ...{ search, setSearch },
    more: page && !page.last ? () => setSize((now) => Math.min(now + MORE, 500)) : undefined,
  };
};
export type Candidates = ReturnType<typeof useCandidates>;
