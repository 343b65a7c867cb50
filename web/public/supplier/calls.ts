import type { FieldProblem } from '#domain/errors.ts';
import { NO_CONNECTION } from '#domain/messages.ts';
import { isRecord, isText } from '#web/client/storage.ts';

/** A refused call: the sentence to show, the problems of its fields, and the status; 0 without an answer. */
export interface Refused {
  problem: string;
  fields: FieldProblem[];
  status: number;
}
export type Outcome<Data> = { data: Data } | Refused;

const FAILED = 'Não foi possível falar com o servidor. Tente de novo.';

const isProblem = (value: unknown): value is FieldProblem =>
  isRecord(value) && isText(value.path) && isText(value.message);

/** Reads the answer of a call; null is none. */
const read = async <Data>(response: Response | null): Promise<Outcome<Data>> => {
  if (!response) return { problem: NO_CONNECTION, fields: [], status: 0 };
  const answer: unknown = await response.json().catch(() => null);
  const body = isRecord(answer) ? answer : {};
  // Safe cast: the service holds its answers to the contract.
  if (response.ok) return { data: body.data as Data };
  const fields = Array.isArray(body.fields) ? body.fields.filter(isProblem) : [];
  return { problem: isText(body.message) ? body.message : FAILED, fields, status: response.status };
};

/** A call of a page whose link is the key, by fetch: these pages load no Apollo. */
export const send = <Data>(path: string, method: string, body?: object): Promise<Outcome<Data>> =>
  fetch(path, {
    method,
    ...(body instanceof FormData
      ? { body }
      : body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  }).then(
    (response) => read<Data>(response),
    () => read<Data>(null),
  );
