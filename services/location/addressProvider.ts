import { Agent, request } from 'undici';
import { isState } from '#domain/states.ts';
import type { Address } from '#schema/location/addresses.rest.ts';

/** Source of addresses by postal code. `find` returns null for an unknown code, and throws on any failure. */
export interface AddressProvider {
  find(postalCode: string, signal: AbortSignal): Promise<Address | null>;
}

const MAX_ANSWER_BYTES = 64 * 1024;

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const textOf = (value: unknown, most: number): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, most) : null;

const addressOf = (postalCode: string, body: unknown): Address | null => {
  if (!isRecord(body)) throw new Error('The address provider answered no object');
  if ('erro' in body) return null;
  const [city, ufAcronym] = [textOf(body.localidade, 120), textOf(body.uf, 2)?.toUpperCase()];
  if (!city || !isState(ufAcronym)) throw new Error('The address provider answered no city');
  return { postalCode, street: textOf(body.logradouro, 160), district: textOf(body.bairro, 120), city, ufAcronym };
};

/**
 * Creates a provider with ViaCEP's interface: `{base}/01310100/json/` returns logradouro, bairro, localidade, uf, or
 * erro.
 */
export const viaCepProvider = (base: string): AddressProvider & { close(): Promise<void> } => {
  const agent = new Agent({ connect: { timeout: 1_000 }, connections: 8, maxResponseSize: MAX_ANSWER_BYTES });
  return {
    close: () => agent.close(),
    find: async (postalCode, signal) => {
      const address = `${base.replace(/\/+$/, '')}/${postalCode}/json/`;
      const { statusCode, body } = await request(address, {
        dispatcher: agent,
        signal,
        headers: { accept: 'application/json' },
      });
      const text = await body.text();
      if (statusCode === 404) return null;
      if (statusCode !== 200) throw new Error(`The address provider answered ${statusCode}`);
      return addressOf(postalCode, JSON.parse(text));
    },
  };
};
