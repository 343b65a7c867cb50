import type { FastifyInstance } from 'fastify';
import { FETCH_ADDRESS_FAILED } from '#domain/messages.ts';
import { onlyDigits } from '#domain/text.ts';
import { withTimeLimit } from '#domain/timeLimit.ts';
import { addressEndpoints } from '#schema/location/addresses.rest.ts';
import type { Feature } from '../platform/build.ts';
import { notFound, unavailable } from '../platform/errors.ts';
import { implement } from '../platform/http/route.ts';

export interface AddressSettings {
  /** Base address of a provider that answers as ViaCEP does; without one, addresses are typed. */
  url?: string | undefined;
  /** The client waits 5 s (§9); a provider has a little less, so that its silence comes back as an answer. */
  timeLimit?: number;
}

const NOT_CONFIGURED = 'A busca de endereço por CEP não está ativada. Preencha o endereço.';

/** Addresses by postal code (§7 "Location"). Nobody is asked unless a provider is configured. */
export const addresses =
  ({ url, timeLimit = 4_500 }: AddressSettings): Feature =>
  async (app: FastifyInstance): Promise<void> => {
    // Loaded where one is configured: its HTTP client is a tenth of what a start costs.
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
