import { monthTitle } from '#domain/financial/monthClosing/months.ts';

/** Why a document of a closed month is read-only, and what may be done with it. */
export const closedText = (month: string | null): string =>
  `${monthTitle(month ?? '')} está fechado: este lançamento só pode ser consultado. Parcelas em aberto podem ser pagas, e anexos incluídos.`;
