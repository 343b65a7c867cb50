import { isEmail, normalizeEmail } from '#domain/email.ts';
import { EmailCheckDocument } from '#web/generated/security.ts';
import { useApolloClient } from '@apollo/client/react';
import { useEffect, useState } from 'react';
import { NO_EMAIL } from './model.ts';

/** Longer than between two letters, and shorter than the way to the next field. */
const PAUSE = 600;

/** As the save says it. */
const TAKEN = 'Já existe um usuário com este e-mail.';

interface Settings {
  /** Addresses that need no check: the user has them. */
  before: readonly string[];
  /** No check begins, and none that is under way is told. */
  paused: boolean;
}

/**
 * Returns what is wrong with a typed address, after a pause of typing; undefined as long as nothing is known to be. It
 * prevents nothing: a check that fails says nothing, and the save checks again.
 */
export const useEmailProblem = (typed: string, { before, paused }: Settings): string | undefined => {
  const client = useApolloClient();
  const [told, setTold] = useState<{ address: string; problem: string | undefined } | null>(null);
  const address = normalizeEmail(typed);
  const wanted = !paused && !['', ...before.map(normalizeEmail)].includes(address);
  useEffect(() => {
    if (!wanted) return undefined;
    const aborting = new AbortController();
    const problemOf = async (): Promise<string | undefined> => {
      if (!isEmail(address)) return NO_EMAIL;
      const { data } = await client.query({
        query: EmailCheckDocument,
        variables: { email: address },
        fetchPolicy: 'network-only',
        // Joined to an equal call that was aborted, it would have no answer.
        context: { quiet: true, queryDeduplication: false, fetchOptions: { signal: aborting.signal } },
      });
      if (data?.emailCheck?.valid === false) return NO_EMAIL;
      return data?.emailCheck?.available === false ? TAKEN : undefined;
    };
    const check = async (): Promise<void> => {
      const problem = await problemOf();
      if (!aborting.signal.aborted) setTold({ address, problem });
    };
    const timer = setTimeout(() => void check().catch(() => undefined), PAUSE);
    return () => {
      clearTimeout(timer);
      aborting.abort();
    };
  }, [address, client, wanted]);
  return wanted && told?.address === address ? told.problem : undefined;
};
