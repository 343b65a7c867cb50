import { useOpenBankLinesQuery } from '#web/generated/session.ts';
import { usePlace, useSession } from './sessionContext.ts';

/** Other users import and reconcile too. */
const freshMilliseconds = 5 * 60_000;

/** Returns how many lines of statements nothing answers yet, by wallet; undefined wallets: they are not read yet. */
export const useOpenBankLines = () => {
  const { may } = useSession();
  const { companyId } = usePlace();
  const { data, loading } = useOpenBankLinesQuery({
    variables: { companyId },
    skip: companyId === '' || !may({ allOf: ['DEBIT', 'CREDIT'] }),
    // The menu omits a failed count.
    context: { quiet: true },
    pollInterval: freshMilliseconds,
    skipPollAttempt: () => document.hidden,
  });
  const wallets = data?.openBankLines ?? undefined;
  return { wallets, loading, total: (wallets ?? []).reduce((sum, { lines }) => sum + lines, 0) };
};
