import type { FastifyInstance } from 'fastify';
import { FETCH_ADDRESS_FAILED } from '#domain/messages.ts';
import { onlyDigits } from '#domain/text.ts';
import { withTimeLimit } from '#domain/timeLimit.ts';
import { addressEndpoints } from '#schema/location/addresses.rest.ts';
import type { Feature } from '../platform/build.ts';
import { notFound, unavailable } from '../platform/errors.ts';
import { implement } from '../platform/http/route.ts';

export interface AddressSettings {
  /** Base URL of a provider with ViaCEP's interface; without one, users type addresses. */
  url?: string | undefined;
  /**
   * Timeout of the provider in milliseconds, less than the client's 5 s (§9), so that the client receives the error.
   */
  timeLimit?: number;
}

const NOT_CONFIGURED = 'A busca de endereço por CEP não está ativada. Preencha o endereço.';

/** Registers the address lookup by postal code (§7 "Location"). Makes external calls only to a configured provider. */
export const addresses =
  ({ url, timeLimit = 4_500 }: AddressSettings): Feature =>
  async (app: FastifyInstance): Promise<void> => {
    // Loaded only when configured: its HTTP client takes a tenth of the start-up time.
    const provider = url ? (await import('./addressProvider.ts')).viaCepProvider(url) : null;
    if (provider) app.addHook('onClose', () => provider.close());

    implement(app, addressEndpoints.byPostalCode, async ({ params, request }) => {
      if (!provider) throw unavailable(NOT_CONFIGURED);
      const postalCode = onlyDigits(params.cep);
      const address = await withTimeLimit(timeLimit, (signal) => provider.find(postalCode, signal)).catch(
        (error: unknown) => {
          request.log.warn({ err: error }, 'address provider failed');
          throw unavailable(FETCH_ADDRESS_FAILED);
        },
      );
      if (!address) throw notFound('CEP não encontrado. Confira o número ou preencha o endereço.');
      return address;
    });
  };
