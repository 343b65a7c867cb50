import { addressEndpoints } from '#schema/location/addresses.rest.ts';
import { cityEndpoints } from '#schema/location/cities.rest.ts';
import type { Resolvers } from '../generated/resolvers.ts';

/** Maximum number of suggested cities; a longer prefix narrows them. */
const MOST_CITIES = 50;

export const location: Resolvers = {
  Query: {
    address: (_, { postalCode }, { rest }) => rest.call(addressEndpoints.byPostalCode, { params: { cep: postalCode } }),
    cities: async (_, { prefix }, { rest }) =>
      (await rest.call(cityEndpoints.list, { query: { prefix } })).slice(0, MOST_CITIES),
  },
};
