import { formatCurrency } from '#domain/money.ts';
import type { Slots } from '#domain/assistant/reading.ts';
import type { Request } from './asking.ts';
import { buildingKey } from './scope.ts';

/**
 * What narrows expenses, income and their installments: as filter of GraphQL, and by the keys of the addresses of the
 * lists. A figure takes both from here, so that its list has the same rows.
 */
export const narrowedTo = (request: Request) => {
  const { names, slots } = request;
  return {
    filter: {
      ...(names.partner && { partnerId: names.partner.id }),
      ...(names.category && { categoryId: names.category.id }),
      ...(names.wallet && { walletId: names.wallet.id }),
      ...(names.building && { buildingId: names.building.id }),
      ...(slots.without === 'building' && { buildingId: null }),
      ...(slots.without === 'category' && { withoutCategory: true }),
      ...(slots.document !== undefined && { search: slots.document }),
      ...(slots.least !== undefined && { valueFrom: slots.least }),
      ...(slots.most !== undefined && { valueTo: slots.most }),
    },
    address: {
      partner: names.partner?.id,
      category: names.category?.id,
      bank: names.wallet?.id,
      withoutCategory: slots.without === 'category' ? 'true' : undefined,
      search: slots.document,
      valueFrom: slots.least,
      valueTo: slots.most,
      building: slots.without === 'building' ? '-1' : buildingKey(request),
    },
  };
};

/** Whether it is narrowed by what sums by group cannot be. */
export const isUngroupable = ({ names, slots }: Request): boolean =>
  names.wallet !== undefined ||
  [slots.without, slots.document, slots.least, slots.most].some((value) => value !== undefined);

/** "de R$ 5.000,00 a R$ 10.000,00": bounds of a value, both included as in the lists; null without one. */
export const rangeWords = ({ least, most }: Slots): string | null => {
  if (least !== undefined && most !== undefined) return `de ${formatCurrency(least)} a ${formatCurrency(most)}`;
  if (least !== undefined) return `a partir de ${formatCurrency(least)}`;
  return most === undefined ? null : `até ${formatCurrency(most)}`;
};

/** ", fornecedor X, categoria Y": what else the figure is narrowed to. */
export const narrowedWords = ({ names, slots }: Request): string =>
  [
    names.partner && `${slots.side === 'CREDIT' ? 'cliente' : 'fornecedor'} ${names.partner.name}`,
    names.category && `categoria ${names.category.name}`,
    names.wallet && `carteira ${names.wallet.name}`,
    slots.without === 'category' && 'sem categoria',
    slots.document !== undefined && `com “${slots.document}”`,
    rangeWords(slots) !== null && `valor ${rangeWords(slots)}`,
  ]
    .flatMap((words) => (words ? [`, ${words}`] : []))
    .join('');
