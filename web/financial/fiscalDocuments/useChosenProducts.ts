import { notifyFailure } from '#web/client/notify.ts';
import { useChooseFiscalProductMutation } from '#web/generated/financial.ts';
import { usePlace } from '#web/session/sessionContext.ts';
import type { Option } from '#web/ui/useOptions.ts';
import { useState } from 'react';
import { chosenOf, type ChosenProducts, type Reading } from './given.ts';
import { failures } from './words.ts';

/** What a person chose for items, now and before: it is kept with the draft as it is chosen, and goes along with the expense. */
export const useChosenProducts = (reading: Reading) => {
  const { companyId } = usePlace();
  const [chosen, setChosen] = useState<ChosenProducts>(() => chosenOf(reading));
  const [keep] = useChooseFiscalProductMutation({ context: { quiet: true } });
  const choose = (number: number, product: Option | null): void => {
    setChosen((before) => new Map(before).set(number, product));
    const variables = { companyId, id: reading.document.id, number, productId: product?.id ?? null };
    // The choice stays before the person, and is saved with the expense.
    keep({ variables }).catch((error: unknown) => notifyFailure(error, failures.choice));
  };
  return { chosen, choose };
};
