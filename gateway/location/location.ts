import { addressEndpoints } from '#schema/location/addresses.rest.ts';
import { cityEndpoints } from '#schema/location/cities.rest.ts';
import type { Resolvers } from '../generated/resolvers.ts';

export const location: Resolvers = {
  Query: {
    address: (_, { postalCode }, { rest }) => rest.call(addressEndpoints.byPostalCode, { params: { cep: postalCode } }),
    cities: (_, { prefix }, { rest }) => rest.call(cityEndpoints.list, { query: { prefix } }),
  },
};
