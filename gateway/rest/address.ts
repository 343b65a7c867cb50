import type { Endpoint } from '#schema/platform/endpoint.ts';

type Values = Readonly<Record<string, unknown>>;

const segment = (endpoint: Endpoint, params: Values, name: string): string => {
  const value = params[name];
  if (typeof value !== 'string' && typeof value !== 'number') {
    throw new Error(`${endpoint.method} ${endpoint.path} needs the parameter ${name}`);
  }
  // Half a character has no form in an address; the query's own encoder writes the same in its place.
  return encodeURIComponent(String(value).toWellFormed());
};

/** Values as `a=1&b=x`; what is null or undefined is left out. */
export const encodeForm = (values: Values): string => {
  const encoded = new URLSearchParams();
  for (const [key, value] of Object.entries(values)) {
    if (value !== undefined && value !== null) encoded.set(key, String(value));
  }
  return encoded.toString();
};

/** Path and query of a call, relative to the service's base address. */
export const addressOf = (endpoint: Endpoint, params: Values = {}, query: Values = {}): string => {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => segment(endpoint, params, name));
  const search = encodeForm(query);
  return search === '' ? path : `${path}?${search}`;
};
