import { getMunicipalities } from '@brazilian-utils/brazilian-utils/get-municipalities';
import type { FastifyInstance } from 'fastify';
import { normalizeSpaces, stripAccents } from '#domain/text.ts';
import { cityEndpoints, type City } from '#schema/location/cities.rest.ts';
import { implement } from '../platform/http/route.ts';

/** Returns the search key, without hyphens, apostrophes and accents: "Mogi-Guaçu", "Santa Bárbara d'Oeste". */
const keyOf = (text: string): string => normalizeSpaces(stripAccents(text).replace(/['’`]/g, '').replace(/-/g, ' '));

interface Known {
  key: string;
  city: City;
}

let known: Known[] | null = null;

/** Returns the 5,571 municipalities of the IBGE, by name; built on first use. */
export const allCities = (): Known[] =>
  (known ??= getMunicipalities().map(({ code, name, stateCode }) => ({
    key: keyOf(name),
    city: { id: Number(code), name, ufAcronym: stateCode },
  })));

/** Returns the municipalities whose name starts with the text; exact matches first. */
export const findCities = (prefix: string): City[] => {
  const wanted = keyOf(prefix);
  if (wanted === '') return [];
  const found = allCities().filter(({ key }) => key.startsWith(wanted));
  const whole = found.filter(({ key }) => key === wanted);
  return [...whole, ...found.filter(({ key }) => key !== wanted)].map(({ city }) => city);
};

/** Registers the search of municipalities (§7 "Location"). The list is part of the product: no external calls. */
export const cities = async (app: FastifyInstance): Promise<void> => {
  implement(app, cityEndpoints.list, ({ query }) => findCities(query.prefix));
};
