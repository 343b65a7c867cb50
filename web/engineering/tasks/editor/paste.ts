import { quantity4 } from '#domain/engineering/composition.ts';
import { parseQuantity } from '#domain/quantityInput.ts';
import { stripAccents } from '#domain/text.ts';
import { rowsOf } from '#web/form/lines/pasted.ts';
import type { CandidateFragment } from '#web/generated/engineering.ts';
import { lineOfCandidate, unknownLine, type FormLine } from './model.ts';

/** A pasted line: what was written, and the coefficient where it could be read. */
export interface PastedLine {
  code: string;
  quantity: string;
}

/** Places of a coefficient that is read; it is kept with four. */
const MOST_PLACES = 20;

/** The first cell that reads as a number is the coefficient: a description may stand between. */
const lineOf = ([code = '', ...cells]: readonly string[]): PastedLine => {
  const read = cells.map((cell) => parseQuantity(cell, MOST_PLACES)).find((quantity) => quantity !== null);
  return { code, quantity: read === undefined || read === null ? '' : quantity4(read) };
};

/** Codes have digits; a first row without any is a heading. */
const isHeading = ({ code, quantity }: PastedLine): boolean => quantity === '' && !/\d/.test(code);

/** Reads "code, coefficient" rows copied from a spreadsheet. */
export const pastedLines = (text: string): PastedLine[] => {
  const [first, ...others] = rowsOf(text).map(lineOf);
  if (!first) return [];
  return isHeading(first) ? others : [first, ...others];
};

const keyOf = (code: string): string => stripAccents(code.trim());

/**
 * What a code stands for: an own input or composition before published ones; among those, the one of a cost database
 * that the composition uses already.
 */
const chosenOf = (found: readonly CandidateFragment[], used: ReadonlySet<string>): CandidateFragment | string => {
  const possible = found.filter(({ circle }) => circle === null);
  const [own] = possible.filter(({ costDatabase }) => costDatabase.source === 'GO');
  const inUse = possible.filter(({ costDatabase }) => used.has(costDatabase.id));
  const [first] = possible;
  if (found[0] && !first) return `Faria um círculo: ${found[0].name} já usa esta composição.`;
  if (!first) return 'Código não encontrado nas bases ativas. Procure o item ou retire a linha.';
  const only = own ?? inUse[0] ?? (possible.length === 1 ? first : undefined);
  return only ?? `Este código está em ${possible.length} bases. Procure o item da base certa.`;
};

/** The lines of a paste; what no code stands for is a marked line, so that nothing is lost. */
export const linesOfPaste = (
  pasted: readonly PastedLine[],
  found: readonly CandidateFragment[],
  used: ReadonlySet<string>,
): FormLine[] => {
  const byCode = new Map<string, CandidateFragment[]>();
  for (const one of found) {
    // A code that was merged away stands for the input that stayed.
    const keys = new Set([one.code, ...one.aliases].map(keyOf));
    for (const key of keys) byCode.set(key, [...(byCode.get(key) ?? []), one]);
  }
  return pasted.map(({ code, quantity }) => {
    const chosen = chosenOf(byCode.get(keyOf(code)) ?? [], used);
    return typeof chosen === 'string' ? unknownLine(code, quantity, chosen) : lineOfCandidate(chosen, quantity);
  });
};
