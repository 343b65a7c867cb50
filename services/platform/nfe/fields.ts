import { money, ZERO, type Money } from '#domain/money.ts';
import { normalizeSpaces } from '#domain/text.ts';
import { allOf, textOf, type Node } from '../xmlTree.ts';
import { refusal } from './refusals.ts';

/** The one element of a name. @throws ServiceError 422 where it is missing or stands twice */
export const oneOf = (node: Node, name: string, what: string): Node => {
  const found = optionalOf(node, name, what);
  if (!found) throw refusal(`O XML da nota não traz ${what} (${name}).`);
  return found;
};

export const optionalOf = (node: Node, name: string, what: string): Node | undefined => {
  const found = allOf(node, name);
  if (found.length > 1) throw refusal(`O XML da nota traz ${what} (${name}) mais de uma vez.`);
  return found[0];
};

/** Text of an element, spaces made one. @throws ServiceError 422 where it stands twice */
export const optionalText = (node: Node, name: string, what: string, max = 120): string | null => {
  const text = optionalOf(node, name, what)?.text;
  return text === undefined || text === '' ? null : normalizeSpaces(text).slice(0, max);
};

export const requiredText = (node: Node, name: string, what: string, max = 120): string => {
  const text = optionalText(node, name, what, max);
  if (text === null) throw refusal(`O XML da nota não traz ${what} (${name}).`);
  return text;
};

const wrong = (what: string, name: string, text: string) =>
  refusal(`O XML da nota traz ${what} (${name}) que não se lê: "${text.slice(0, 40)}".`);

/** Text of a form. @throws ServiceError 422 */
export const formed = (text: string, pattern: RegExp, what: string, name: string): string => {
  if (!pattern.test(text)) throw wrong(what, name, text);
  return text;
};

const AMOUNT = /^\d{1,13}(\.\d{1,2}0*)?$/;

/** Money, zero where the element is missing. @throws ServiceError 422 for what is none */
export const amount = (node: Node, name: string, what: string): Money => {
  const text = optionalText(node, name, what);
  return text === null ? ZERO : money(formed(text, AMOUNT, what, name));
};

export const requiredAmount = (node: Node, name: string, what: string): Money =>
  money(formed(requiredText(node, name, what), AMOUNT, what, name));

/** A decimal with up to ten places. */
export const decimalOf = (node: Node, name: string, what: string): string =>
  formed(requiredText(node, name, what), /^\d{1,15}(\.\d{1,10}0*)?$/, what, name);

/** A day, or that of a moment as it is written. */
export const dayOf = (text: string, what: string, name: string): string => {
  const day = text.slice(0, 10);
  const is = /^\d{4}-\d{2}-\d{2}$/.test(day) && new Date(`${day}T00:00:00Z`).toJSON()?.startsWith(day);
  if (!is || !/^(T[\d:.]+(Z|[+-]\d{2}:?\d{2})?)?$/.test(text.slice(10))) throw wrong(what, name, text);
  return day;
};

/** Sum of amounts of one name in whatever elements a group has, such as ICMS10 in ICMS. */
export const amountsWithin = (node: Node | undefined, name: string, what: string): Money[] =>
  (node?.children ?? []).map((child) => amount(child, name, what));

export const plainText = (node: Node | undefined, name: string, max = 120): string | null => {
  const text = node && textOf(node, name);
  return text ? normalizeSpaces(text).slice(0, max) : null;
};
