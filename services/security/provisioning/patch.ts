import { badSyntax, isRecord, ScimError, URN, wordOf } from './protocol.ts';

export interface Operation {
  op: 'add' | 'replace' | 'remove';
  path: string | null;
  value: unknown;
}

const MOST = 100;

/** Keys of an object of the protocol, whose case does not count. */
export const lowerKeys = (value: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(value).map(([key, item]) => [key.toLowerCase(), item]));

/** A body that names schemas names its own among them. */
export const bodyOf = (body: unknown, schema: string): Record<string, unknown> => {
  if (!isRecord(body)) throw badSyntax('O corpo precisa ser um objeto JSON.');
  const fields = lowerKeys(body);
  const { schemas } = fields;
  if (schemas === undefined) return fields;
  const names = Array.isArray(schemas) ? schemas.map(wordOf) : [];
  if (!names.includes(schema.toLowerCase())) throw badSyntax(`"schemas" precisa ter ${schema}.`);
  return fields;
};

const operationOf = (sent: unknown): Operation => {
  if (!isRecord(sent)) throw badSyntax('Cada operação precisa ser um objeto.');
  const { op, path, value, ...others } = lowerKeys(sent);
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw badSyntax(`Uma operação não tem "${unknown.slice(0, 100)}".`);
  // Entra writes "Add", "Replace" and "Remove".
  const name = typeof op === 'string' ? op.toLowerCase() : '';
  if (name !== 'add' && name !== 'replace' && name !== 'remove')
    throw badSyntax('"op" precisa ser add, replace ou remove.');
  if (path !== undefined && path !== null && typeof path !== 'string') throw badSyntax('"path" precisa ser um texto.');
  const named = path?.trim() ? path.trim() : null;
  if (name === 'remove' && named === null) throw new ScimError(400, 'Uma remoção precisa de "path".', 'noTarget');
  if (name !== 'remove' && value === undefined) throw badSyntax('Falta "value".');
  return { op: name, path: named, value };
};

/** Reads the operations of a PATCH (RFC 7644 §3.5.2). */
export const readOperations = (body: unknown): Operation[] => {
  const { operations } = bodyOf(body, URN.patch);
  if (!Array.isArray(operations) || operations.length === 0) throw badSyntax('Falta "Operations".');
  if (operations.length > MOST) throw new ScimError(413, `Um PATCH tem no máximo ${MOST} operações.`);
  return operations.map(operationOf);
};
