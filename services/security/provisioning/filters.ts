import { ScimError } from './protocol.ts';

/** One condition of a filter; `attribute` in lower case, without a value filter: "emails.value". */
export interface Condition {
  attribute: string;
  value: string | boolean;
}

const MOST_LETTERS = 1_000;
const MOST_CONDITIONS = 5;

const refused = (detail: string) => new ScimError(400, detail, 'invalidFilter');

/** `attribute eq value`; the attribute may name its schema, and `emails[type eq "work"].value`. */
const CONDITION =
  /^\s*(?:urn:[\w:.-]+:)?([A-Za-z$][\w$-]*(?:\.[A-Za-z$][\w$-]*)?)(?:\[([^\]"]*"[^"\\]*")\])?(\.[A-Za-z$][\w$-]*)?\s+([A-Za-z]{2})\s+("(?:[^"\\]|\\.)*"|true|false)/i;

const valueOf = (text: string): string | boolean => {
  if (!text.startsWith('"')) return text.toLowerCase() === 'true';
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'string' && !value.includes('\u0000')) return value.toWellFormed();
  } catch {
    // Refused below: an escape that JSON does not have.
  }
  throw refused('O valor do filtro não é um texto JSON.');
};

/**
 * Reads a filter: equalities joined by `and`, which is what directories ask before they write.
 *
 * @throws ScimError for any other filter, which would find something else
 */
export const readFilter = (text: string, known: readonly string[]): Condition[] => {
  if (text.length > MOST_LETTERS) throw refused('O filtro é longo demais.');
  const conditions: Condition[] = [];
  let rest = text;
  for (;;) {
    const found = CONDITION.exec(rest);
    if (!found) throw refused('Só há filtros como userName eq "ana@exemplo.com.br", unidos por and.');
    const [whole, name = '', , sub = '', operator = '', value = ''] = found;
    const attribute = `${name}${sub}`.toLowerCase();
    if (operator.toLowerCase() !== 'eq') throw refused(`O filtro aceita só eq, e não ${operator}.`);
    if (!known.includes(attribute)) throw refused(`O filtro não aceita "${attribute}".`);
    conditions.push({ attribute, value: valueOf(value) });
    rest = rest.slice(whole.length);
    if (rest.trim() === '') return conditions;
    const joined = /^\s+and\s+/i.exec(rest);
    if (!joined) throw refused('As condições do filtro são unidas só por and.');
    if (conditions.length === MOST_CONDITIONS) throw refused('O filtro tem condições demais.');
    rest = rest.slice(joined[0].length);
  }
};

/** A path of PATCH: `name.givenName`, `emails[type eq "work"].value`, with or without its schema. */
export interface Path {
  schema: string | null;
  attribute: string;
  filter: Condition | null;
  sub: string | null;
}

const PATH =
  /^(?:(urn:[\w:.-]+):)?([A-Za-z$][\w$-]*)(?:\[((?:[^\]"]|"(?:[^"\\]|\\.)*")*)\])?(?:\.([A-Za-z$][\w$-]*))?$/i;

/** Reads a path; undefined for a text that is none. */
export const readPath = (text: string): Path | undefined => {
  if (text.length > 500) return undefined;
  const found = PATH.exec(text.trim());
  if (!found) return undefined;
  const [, schema, attribute = '', filter, sub] = found;
  const conditions = filter === undefined ? [] : readFilter(filter, ['type', 'primary', 'value']);
  if (conditions.length > 1) return undefined;
  return {
    schema: schema?.toLowerCase() ?? null,
    attribute: attribute.toLowerCase(),
    filter: conditions[0] ?? null,
    sub: sub?.toLowerCase() ?? null,
  };
};
