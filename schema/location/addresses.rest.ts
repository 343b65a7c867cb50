import { Type, type Static } from 'typebox';
import { FETCH_ADDRESS_FAILED } from '#domain/messages.ts';
import { endpoint } from '../platform/endpoint.ts';
import { Nullable } from '../platform/shapes.ts';

/** Address of a postal code. The code of a whole small town has neither street nor district. */
export const Address = Type.Object({
  postalCode: Type.String({ description: '8 digits, without mask' }),
  street: Nullable(Type.String()),
  district: Nullable(Type.String()),
  city: Type.String(),
  ufAcronym: Type.String({ description: 'Acronym of the state (UF)' }),
});
export type Address = Static<typeof Address>;

export const addressEndpoints = {
  byPostalCode: endpoint({
    method: 'GET',
    path: '/api/v1/location/cep/:cep',
    summary: 'Address of a postal code (CEP); 404 for one that does not exist, 503 where no provider is configured',
    params: Type.Object({
      cep: Type.String({ pattern: '^\\d{5}-?\\d{3}$', 'x-message': 'Informe um CEP válido, como 01310-100.' }),
    }),
    answer: Address,
    failure: FETCH_ADDRESS_FAILED,
  }),
};
