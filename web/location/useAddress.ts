import { FETCH_ADDRESS_FAILED } from '#domain/messages.ts';
import { withTimeLimit } from '#domain/timeLimit.ts';
import { errorCode, errorText } from '#web/client/errors.ts';
import { AddressDocument, type AddressQuery } from '#web/generated/location.ts';
import { useApolloClient } from '@apollo/client/react';
import { useEffect, useRef, useState } from 'react';

export type Address = NonNullable<AddressQuery['address']>;

export interface AddressSearch {
  /** Looks up the address of a postal code; returns null without a result, with the reason in `note`. */
  find: (postalCode: string) => Promise<Address | null>;
  searching: boolean;
  /** Sentence shown when the user has to type the address. */
  note: string | null;
  /** "Preencher à mão": cancels the lookup, so that a late response fills no fields. */
  stop: () => void;
}

/** Milliseconds; §9: a postal code is looked up within 5 s. */
const TIME_LIMIT = 5_000;
const BY_HAND = 'Preencha o endereço abaixo.';

const noteOf = (error: unknown): string => {
  const known = ['NOT_FOUND', 'UNAVAILABLE'].includes(errorCode(error) ?? '');
  const text = known ? errorText(error) : FETCH_ADDRESS_FAILED;
  return text.includes('Preencha') || text.includes('preencha') ? text : `${text}. ${BY_HAND}`;
};

/**
 * Looks up addresses by postal code (§7 "Location"), with a time limit and cancellation. A failed lookup never blocks
 * the form.
 */
export const useAddress = (): AddressSearch => {
  const client = useApolloClient();
  const [searching, setSearching] = useState(false);
  const [note, setNote] = useState<string | null>(null);
  const current = useRef(0);
  useEffect(
    () => () => {
      current.current += 1;
    },
    [],
  );
  const find = async (postalCode: string): Promise<Address | null> => {
    current.current += 1;
    const own = current.current;
    setSearching(true);
    setNote(null);
    try {
      const { data } = await withTimeLimit(TIME_LIMIT, (signal) =>
        client.query({
          query: AddressDocument,
          variables: { postalCode },
          fetchPolicy: 'network-only',
          context: { quiet: true, fetchOptions: { signal } },
        }),
      );
      return own === current.current ? (data?.address ?? null) : null;
    } catch (error) {
      if (own === current.current) setNote(noteOf(error));
      return null;
    } finally {
      if (own === current.current) setSearching(false);
    }
  };
  const stop = () => {
    current.current += 1;
    setSearching(false);
    setNote(BY_HAND);
  };
  return { find, searching, note, stop };
};
