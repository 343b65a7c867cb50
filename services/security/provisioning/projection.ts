import { badValue, isRecord } from './protocol.ts';

/** Which attributes of resources are returned (RFC 7644 §3.9). */
export interface Projection {
  only: readonly string[] | null;
  without: readonly string[];
}

const MOST = 50;
const ALWAYS = new Set(['schemas', 'id', 'meta']);

const namesOf = (text: string | undefined): string[] | null => {
  if (text === undefined) return null;
  const names = text
    .split(',')
    .map((name) =>
      name
        .trim()
        .replace(/^urn:[\w:.-]+:/i, '')
        .toLowerCase(),
    )
    .filter((name) => name !== '');
  if (names.length > MOST) throw badValue('Há atributos demais.');
  return names;
};

export const readProjection = (query: { attributes?: string; excludedAttributes?: string }): Projection => {
  const [only, without] = [namesOf(query.attributes), namesOf(query.excludedAttributes)];
  if (only && without) throw badValue('Informe "attributes" ou "excludedAttributes", e não os dois.');
  return { only: only && only.length > 0 ? only : null, without: without ?? [] };
};

/** Whether an attribute is returned: who leaves out the members of groups does not pay for them. */
export const shows = ({ only, without }: Projection, attribute: string): boolean => {
  const name = attribute.toLowerCase();
  if (only) return only.some((one) => one === name || one.startsWith(`${name}.`));
  return !without.includes(name);
};

const within = (value: unknown, name: string, { only, without }: Projection): unknown => {
  if (Array.isArray(value)) return value.map((item) => within(item, name, { only, without }));
  if (!isRecord(value)) return value;
  const wholly = only === null || only.includes(name);
  return Object.fromEntries(
    Object.entries(value).filter(([key]) => {
      const path = `${name}.${key.toLowerCase()}`;
      return (wholly || only.includes(path)) && !without.includes(path);
    }),
  );
};

export const project = <T extends object>(resource: T, projection: Projection): object =>
  Object.fromEntries(
    Object.entries(resource)
      .filter(([key]) => ALWAYS.has(key) || shows(projection, key))
      .map(([key, value]) => [key, ALWAYS.has(key) ? value : within(value, key.toLowerCase(), projection)]),
  );
