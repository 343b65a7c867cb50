import { Type, type Static } from 'typebox';
import { FETCH_CITIES_FAILED } from '#domain/messages.ts';
import { endpoint } from '../platform/endpoint.ts';

/** A municipality, displayed as name and state acronym (§3). `id` is its IBGE code. */
export const City = Type.Object({
  id: Type.Integer({ description: 'IBGE code' }),
  name: Type.String(),
  ufAcronym: Type.String({ description: 'Acronym of the state (UF)' }),
});
export type City = Static<typeof City>;

export const cityEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/location/city',
    summary: 'Municipalities whose name starts with a text, ignoring case and accents, sorted by name',
    query: Type.Object({ prefix: Type.String({ minLength: 1, maxLength: 60 }) }),
    answer: Type.Array(City),
    failure: FETCH_CITIES_FAILED,
  }),
};
