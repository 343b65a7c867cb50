import { invalid } from '../rest/errors.ts';

/** Converts a GraphQL id (text) to a REST id (positive integer). Throws INVALID for any other text. */
export const toId = (id: string): number => {
  if (!/^[1-9]\d{0,15}$/.test(id) || Number(id) > Number.MAX_SAFE_INTEGER) throw invalid('Identificador inválido.');
  return Number(id);
};

/** As `toId`; null and undefined become undefined. */
export const toOptionalId = (id: string | null | undefined): number | undefined =>
  id === null || id === undefined ? undefined : toId(id);

/** Returns a reference of a REST body; null clears it. */
export const toReference = (id: string | null | undefined): { id: number } | null =>
  id === null || id === undefined ? null : { id: toId(id) };

/** REST id for "no stage" in filters; GraphQL uses null. */
export const NO_STAGE = -1;

/** REST id for "no building" (§9); GraphQL uses null. */
export const NO_BUILDING = -1;
