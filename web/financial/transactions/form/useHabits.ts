import { usePlace } from '#web/session/sessionContext.ts';
import { PartnerHabitsDocument, type PartnerHabitsQuery, type TransactionType } from '#web/generated/financial.ts';
import { useApolloClient } from '@apollo/client/react';
import { useEffect, useRef, useState } from 'react';
import type { Edit } from './edits.ts';
import { partnerIdOf, type TransactionForm, type TransactionFormState } from './model.ts';

/** Values that transactions of one partner usually share. */
export type Habit = Pick<TransactionForm, 'category' | 'expectedWallet' | 'preferredPaymentMethod'>;

const NO_HABIT: Habit = { category: null, expectedWallet: null, preferredPaymentMethod: '' };

/**
 * Replaces empty values and former proposals with the new ones. The category always follows the partner; wallet and
 * method stay when the new partner has none.
 */
export const follow =
  (before: Habit, now: Habit): Edit =>
  (form) => ({
    ...form,
    category: !form.category || form.category.id === before.category?.id ? now.category : form.category,
    expectedWallet:
      !form.expectedWallet || form.expectedWallet.id === before.expectedWallet?.id
        ? (now.expectedWallet ?? form.expectedWallet)
        : form.expectedWallet,
    preferredPaymentMethod:
      form.preferredPaymentMethod === '' || form.preferredPaymentMethod === before.preferredPaymentMethod
        ? now.preferredPaymentMethod || form.preferredPaymentMethod
        : form.preferredPaymentMethod,
  });

const habitOf = (data: PartnerHabitsQuery | undefined): Habit => {
  const last = data?.transactions?.content[0];
  if (!last) return NO_HABIT;
  const { category, expectedWallet, preferredPaymentMethod } = last;
  return {
    category: category?.active ? { id: category.id, label: category.name } : null,
    expectedWallet: expectedWallet?.active ? { id: expectedWallet.id, label: expectedWallet.identifier } : null,
    preferredPaymentMethod: preferredPaymentMethod ?? '',
  };
};

/**
 * Proposes category, wallet and method of the partner's last transaction in a new one. Never changes a value chosen by
 * the user; a failed proposal is ignored.
 * @param proposes false for a stored document, and while a new one is being saved: what is sent is what the user saw.
 */
export const useHabits = (type: TransactionType, { form, edit }: TransactionFormState, proposes: boolean) => {
  const client = useApolloClient();
  const { companyId } = usePlace();
  const proposed = useRef<Habit>(NO_HABIT);
  const [habit, setHabit] = useState<Habit>(NO_HABIT);
  const partnerId = partnerIdOf(form);
  // A reopened draft already has the user's values.
  const lastPartnerId = useRef(partnerId);
  useEffect(() => {
    if (!proposes || lastPartnerId.current === partnerId) return undefined;
    lastPartnerId.current = partnerId;
    if (partnerId === null) return undefined;
    let current = true;
    client
      .query({
        query: PartnerHabitsDocument,
        variables: { companyId, type, partnerId },
        fetchPolicy: 'network-only',
        context: { quiet: true },
      })
      .then(({ data }) => {
        if (!current) return;
        const now = habitOf(data);
        edit(follow(proposed.current, now));
        proposed.current = now;
        setHabit(now);
      })
      .catch(() => undefined);
    return () => {
      current = false;
    };
  }, [client, companyId, edit, partnerId, proposes, type]);
  return {
    /** Why the category is filled in; undefined when the user chose it. */
    hint:
      habit.category && habit.category.id === form.category?.id
        ? `Como no último lançamento ${type === 'DEBIT' ? 'deste fornecedor' : 'deste cliente'}`
        : undefined,
    /** Values carried over to the next transaction count as proposals there. */
    keep: ({ expectedWallet, preferredPaymentMethod }: Habit) => {
      proposed.current = { category: null, expectedWallet, preferredPaymentMethod };
      setHabit(NO_HABIT);
    },
  };
};
