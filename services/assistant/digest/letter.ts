import { formatDate, type IsoDate } from '#domain/dates.ts';
import { PRODUCT_NAME } from '#domain/product.ts';
import type { LetterText } from '../../platform/letterText.ts';
import { plainName } from '../../platform/plainName.ts';

/** One line of the daily letter, with the list that shows the same. */
export interface DigestItem {
  text: string;
  label: string;
  /** Path with its query. */
  path: string;
}

/** The daily letter. */
export const digestLetter = (
  { name, today, publicUrl }: { name: string; today: IsoDate; publicUrl: string },
  items: readonly DigestItem[],
): LetterText => ({
  subject: `O seu dia no ${PRODUCT_NAME}, ${formatDate(today)}`,
  lines: [`Olá, ${plainName(name)}.`, 'O que há para hoje:'],
  items: items.map(({ text, label, path }) => ({ text, label, link: `${publicUrl}${path}` })),
  button: `Abrir o ${PRODUCT_NAME}`,
  foot: 'Você recebe este resumo porque o pediu em Avisos do assistente; lá também o desliga. Os valores são os do momento do envio, só do que você pode ver.',
});
