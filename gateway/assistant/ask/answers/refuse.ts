import type { Answer } from '../asking.ts';
import { say } from '../words.ts';
import { transactionsAsked } from './lists.ts';

/** It never pays: it leads to what would be paid. */
export const pay: Answer = async (request, asking) => {
  const found = await transactionsAsked(request, asking);
  return { ...found, intent: 'pay', spans: [...say`Eu não pago nada: quem paga é você, na lista. `, ...found.spans] };
};

/** It never deletes either. */
export const remove: Answer = async (request, asking) => {
  const found = await transactionsAsked(request, asking);
  return {
    ...found,
    intent: 'remove',
    spans: [...say`Eu não excluo nem estorno nada: faça isso no lançamento. `, ...found.spans],
  };
};
