import { addMonths, civil, type IsoDate } from '../../calendar.ts';
import { stripAccents } from '../../text.ts';

/** What stands for a value in the number and the description of a model, as screens write it. */
export const PLACEHOLDERS = ['{mês}', '{mês anterior}', '{ano}', '{competência}', '{parcela}'] as const;
export type Placeholder = (typeof PLACEHOLDERS)[number];

/** What the placeholders of one document are resolved with. */
export interface PlaceholderValues {
  /** Day on which the model falls, before it is moved to a working day. */
  day: IsoDate;
  competence: IsoDate;
  /** Number of the document among those of its model, from 1. */
  number: number;
}

/** A piece of a template: plain text, or a placeholder. */
export interface TemplatePart {
  text: string;
  placeholder: Placeholder | null;
}

const BRACES = /\{[^{}]*\}/g;

const nameOf = (text: string): string =>
  stripAccents(text).replace(/\s+/g, ' ').replace(/^\{ /, '{').replace(/ \}$/, '}');

/** Case, accents and spaces do not count: "{ Mes }" is {mês}. */
const known = new Map<string, Placeholder>(PLACEHOLDERS.map((one) => [nameOf(one), one]));
const placeholderOf = (text: string): Placeholder | null => known.get(nameOf(text)) ?? null;

/** Divides a template; braces around an unknown word are plain text. */
export function templateParts(template: string): TemplatePart[] {
  const parts: TemplatePart[] = [];
  let end = 0;
  for (const match of template.matchAll(BRACES)) {
    const placeholder = placeholderOf(match[0]);
    if (!placeholder) continue;
    if (match.index > end) parts.push({ text: template.slice(end, match.index), placeholder: null });
    parts.push({ text: match[0], placeholder });
    end = match.index + match[0].length;
  }
  if (end < template.length) parts.push({ text: template.slice(end), placeholder: null });
  return parts;
}

/** Why a template is refused: a word in braces that stands for nothing. Null when it is fine. */
export function templateProblem(template: string): string | null {
  const unknown = [...template.matchAll(BRACES)].map(([text]) => text).find((text) => !placeholderOf(text));
  if (unknown === undefined) return null;
  const list = `${PLACEHOLDERS.slice(0, -1).join(', ')} ou ${PLACEHOLDERS.at(-1)}`;
  return `${unknown} não existe. Use ${list}.`;
}

const twoDigits = (number: number): string => String(number).padStart(2, '0');

type Month = '{mês}' | '{mês anterior}';
const isMonth = (placeholder: Placeholder | null): placeholder is Month =>
  placeholder === '{mês}' || placeholder === '{mês anterior}';

/**
 * The month that an {ano} belongs to: the one named last before it, else the one named next, else that of the day. So
 * "{mês anterior}/{ano}" of January is "12" of the year before.
 */
const monthOfYear = (parts: readonly TemplatePart[], index: number): Month => {
  const months = (list: readonly TemplatePart[]) => list.map(({ placeholder }) => placeholder).filter(isMonth);
  return months(parts.slice(0, index)).at(-1) ?? months(parts.slice(index))[0] ?? '{mês}';
};

/** The text of one document. Never longer than its template while the number has at most nine digits. */
export function resolveTemplate(template: string, { day, competence, number }: PlaceholderValues): string {
  const parts = templateParts(template);
  const ofMonth = (month: Month) => civil(month === '{mês}' ? day : addMonths(day, -1));
  return parts
    .map(({ text, placeholder }, index) => {
      if (placeholder === null) return text;
      if (isMonth(placeholder)) return twoDigits(ofMonth(placeholder).month);
      if (placeholder === '{ano}') return String(ofMonth(monthOfYear(parts, index)).year).padStart(4, '0');
      if (placeholder === '{parcela}') return String(number);
      const { year, month } = civil(competence);
      return `${twoDigits(month)}/${String(year).padStart(4, '0')}`;
    })
    .join('');
}

const MONTH_AND_YEAR = /\b(0[1-9]|1[0-2])\/(\d{4})\b/g;

/**
 * The template that a document's number suggests: its month and year become placeholders. A number without them that has
 * digits is the supplier's own, and suggests none.
 */
export function templateOf(documentNumber: string, dueDate: IsoDate): string | null {
  const monthOf = (date: IsoDate): string => `${date.slice(5, 7)}/${date.slice(0, 4)}`;
  const months = new Map<string, string>([
    [monthOf(dueDate), '{mês}/{ano}'],
    [monthOf(addMonths(dueDate, -1)), '{mês anterior}/{ano}'],
  ]);
  const template = documentNumber.replace(MONTH_AND_YEAR, (text) => months.get(text) ?? text);
  return template === documentNumber && /\d/.test(documentNumber) ? null : template;
}
