import type { Endpoint } from '#schema/platform/endpoint.ts';

type Values = Readonly<Record<string, unknown>>;

const segment = (endpoint: Endpoint, params: Values, name: string): string => {
  const value = params[name];
  if (typeof value !== 'string' && typeof value !== 'number') {
    throw new Error(`${endpoint.method} ${endpoint.path} needs the parameter ${name}`);
  }
  // A lone surrogate has no URL encoding: replaced as URLSearchParams does.
  return encodeURIComponent(String(value).toWellFormed());
};

/** Encodes values as `a=1&b=x`; omits null and undefined. */
export const encodeForm = (values: Values): string => {
  const encoded = new URLSearchParams();
  for (const [key, value] of Object.entries(values)) {
    if (value !== undefined && value !== null) encoded.set(key, String(value));
  }
  return encoded.toString();
};

/** Returns path and query of a call, relative to the service's base URL. */
export const addressOf = (endpoint: Endpoint, params: Values = {}, query: Values = {}): string => {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => segment(endpoint, params, name));
  const search = encodeForm(query);
  return search === '' ? path : `${path}?${search}`;
};
