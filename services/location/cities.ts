import { getMunicipalities } from '@brazilian-utils/brazilian-utils/get-municipalities';
import type { FastifyInstance } from 'fastify';
import { normalizeSpaces, stripAccents } from '#domain/text.ts';
import { cityEndpoints, type City } from '#schema/location/cities.rest.ts';
import { implement } from '../platform/http/route.ts';

/** "Mogi-Guaçu" and "Santa Bárbara d'Oeste" are found with and without their marks. */
const keyOf = (text: string): string => normalizeSpaces(stripAccents(text).replace(/['’`]/g, '').replace(/-/g, ' '));

interface Known {
  key: string;
  city: City;
}

let known: Known[] | null = null;

/** The 5,571 municipalities of the IBGE, in the order of their names; made on the first question. */
export const allCities = (): Known[] =>
  (known ??= getMunicipalities().map(({ code, name, stateCode }) => ({
    key: keyOf(name),
    city: { id: Number(code), name, ufAcronym: stateCode },
  })));

/** Municipalities whose name starts with the text; a name that is the whole text comes first. */
export const findCities = (prefix: string): City[] => {
  const wanted = keyOf(prefix);
  if (wanted === '') return [];
  const found = allCities().filter(({ key }) => key.startsWith(wanted));
  const whole = found.filter(({ key }) => key === wanted);
  return [...whole, ...found.filter(({ key }) => key !== wanted)].map(({ city }) => city);
};

/** Search of municipalities (§7 "Location"). The list comes with the product: nothing is asked of anybody. */
export const cities = async (app: FastifyInstance): Promise<void> => {
  implement(app, cityEndpoints.list, ({ query }) => findCities(query.prefix));
};
