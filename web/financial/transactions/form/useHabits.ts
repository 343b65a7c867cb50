import { usePlace } from '#web/session/sessionContext.ts';
import { PartnerHabitsDocument, type PartnerHabitsQuery, type TransactionType } from '#web/generated/financial.ts';
import { useApolloClient } from '@apollo/client/react';
import { useEffect, useRef, useState } from 'react';
import type { Edit } from './edits.ts';
import type { TransactionForm, TransactionFormState } from './model.ts';

/** What documents of one partner usually share. */
export type Habit = Pick<TransactionForm, 'category' | 'expectedWallet' | 'preferredPaymentMethod'>;

const NO_HABIT: Habit = { category: null, expectedWallet: null, preferredPaymentMethod: '' };

/**
 * Fills what nobody has typed (it is empty, or still what was proposed before) with what is proposed now. A category
 * belongs to the partner and goes with it; wallet and method stay where the new partner has none.
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
 * Proposes, for a new document, the category, wallet and method of the partner's last one. What a person has chosen is
 * never touched; a proposal that does not arrive is missed by nobody.
 */
export const useHabits = (type: TransactionType, { form, edit }: TransactionFormState, isNew: boolean) => {
  const client = useApolloClient();
  const { companyId } = usePlace();
  const proposed = useRef<Habit>(NO_HABIT);
  const [habit, setHabit] = useState<Habit>(NO_HABIT);
  const partnerId = form.partner?.id ?? null;
  // A draft that is opened again already has what its person wanted.
  const asked = useRef(partnerId);
  useEffect(() => {
    if (!isNew || asked.current === partnerId) return undefined;
    asked.current = partnerId;
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
  }, [client, companyId, edit, isNew, partnerId, type]);
  return {
    /** Why the category is there; undefined where the person has chosen it. */
    hint:
      habit.category && habit.category.id === form.category?.id
        ? `Como no último lançamento ${type === 'DEBIT' ? 'deste fornecedor' : 'deste cliente'}`
        : undefined,
    /** What goes over to the next document is a proposal there. */
    keep: ({ expectedWallet, preferredPaymentMethod }: Habit) => {
      proposed.current = { category: null, expectedWallet, preferredPaymentMethod };
      setHabit(NO_HABIT);
    },
  };
};
