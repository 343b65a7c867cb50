import { formatDate, type IsoDate } from '#domain/dates.ts';

/** Returns the text for a list: "1 movimento não conta no saldo". */
export const ignoredText = (count: number): string =>
  count === 1 ? '1 movimento não conta no saldo' : `${count} movimentos não contam no saldo`;

/** Returns the warning about movements before the balance date, which do not count (domain.md §3). */
export const ignoredSentence = (count: number, balanceDate: IsoDate | null | undefined): string => {
  const day = balanceDate ? formatDate(balanceDate) : 'a data do saldo inicial';
  return count === 1
    ? `1 movimento pago antes de ${day}, data do saldo inicial, não conta no saldo nem aparece no extrato.`
    : `${count} movimentos pagos antes de ${day}, data do saldo inicial, não contam no saldo nem aparecem no extrato.`;
};
