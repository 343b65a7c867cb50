import { invalid } from '../rest/errors.ts';

/** Ids are text in GraphQL and positive integers in REST. Throws INVALID for what cannot be one. */
export const toId = (id: string): number => {
  if (!/^[1-9]\d{0,15}$/.test(id) || Number(id) > Number.MAX_SAFE_INTEGER) throw invalid('Identificador inválido.');
  return Number(id);
};

/** As `toId`; nothing stays nothing. */
export const toOptionalId = (id: string | null | undefined): number | undefined =>
  id === null || id === undefined ? undefined : toId(id);

/** Reference in a REST body; null empties it. */
export const toReference = (id: string | null | undefined): { id: number } | null =>
  id === null || id === undefined ? null : { id: toId(id) };

/** §9: on the REST wire "no building" is -1, in GraphQL it is null. */
export const NO_BUILDING = -1;
