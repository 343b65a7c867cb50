import { useSettled } from '#web/ui/useSettled.ts';
import { useDeferredValue, useState, type FocusEvent } from 'react';
import type { FormInstallment } from './model.ts';

/** In a document of no more rows, all of them are drawn at once. */
const FEW = 40;
/** Of a longer one, those that are this near to the focus. */
const NEAR = 8;
/** Longer than between two keys of somebody who types. */
const PAUSE = 150;

/**
 * The rows as they are drawn. An edit of a long document changes all later rows: those around the focus change with the key
 * that was pressed, the others in the next pause of typing.
 */
export const useShownRows = (installments: readonly FormInstallment[]) => {
  const [focused, setFocused] = useState(0);
  const later = useDeferredValue(useSettled(installments, PAUSE));
  const onFocus = ({ target }: FocusEvent) => {
    const index = target.closest('[data-index]')?.getAttribute('data-index');
    if (index != null) setFocused(Number(index));
  };
  const isNear = (index: number) => Math.abs(index - focused) <= NEAR;
  const rows =
    installments.length <= FEW
      ? installments
      : installments.map((one, index) => {
          const before = later[index];
          // A row that came or went changes at once: what is pressed has to be there.
          return before === undefined || before.key !== one.key || isNear(index) ? one : before;
        });
  return { rows, onFocus };
};
