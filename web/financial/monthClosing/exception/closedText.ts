import { formatDate } from '#domain/dates.ts';
import { monthTitle } from '#domain/financial/monthClosing/months.ts';
import { dayOf, timeOf } from '#web/ui/index.ts';

/** Why a document of a closed month is read-only, and what may be done with it. */
export const closedText = (month: string | null): string =>
  `${monthTitle(month ?? '')} está fechado: este lançamento só pode ser consultado. Parcelas em aberto podem ser pagas, e anexos incluídos.`;

/** That an exception lets the user change it all the same. */
export const exceptionText = (month: string | null, until: string): string =>
  `${monthTitle(month ?? '')} está fechado. Você pode alterar este lançamento até ${formatDate(dayOf(until))} às ${timeOf(until)}, por exceção; o que mudar fica registrado.`;
