import type { Month } from '../financialStatement/months.ts';

const NAMES = [
  ...['janeiro', 'fevereiro', 'março', 'abril', 'maio', 'junho'],
  ...['julho', 'agosto', 'setembro', 'outubro', 'novembro', 'dezembro'],
];

/** "novembro de 2026". */
export const monthText = (month: Month): string =>
  `${NAMES[Number(month.slice(5, 7)) - 1] ?? ''} de ${month.slice(0, 4)}`;

/** "Novembro de 2026", at the beginning of a sentence. */
export const monthTitle = (month: Month): string => {
  const text = monthText(month);
  return text.charAt(0).toUpperCase() + text.slice(1);
};

/** Why nothing of a closed month changes, as everybody reads it. */
export const closedSentence = (month: Month, company: string): string =>
  `${monthTitle(month)} está fechado em ${company}. Quem administra a conta pode abrir uma exceção, ou reabrir o mês, em Fechamento do mês.`;
