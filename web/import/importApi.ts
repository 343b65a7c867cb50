import { NO_CONNECTION } from '#domain/messages.ts';
import type { ImportResult, ImportUndo } from '#schema/platform/imports.ts';
import { isProblem, RestFailure, restFailureText } from '#web/client/errors.ts';
import { openKeys } from '#web/client/idempotency.ts';
import { isRecord, isText } from '#web/client/storage.ts';
import { authorization, currentToken } from '#web/client/token.ts';

export interface ImportCall {
  path: string;
  body: Record<string, unknown> & { dryRun: boolean };
  signal?: AbortSignal;
}

interface Post {
  path: string;
  body?: Record<string, unknown>;
  /** Writes nothing, so that it may be sent any number of times. */
  repeatable?: boolean;
  signal?: AbortSignal | undefined;
}

/** @throws RestFailure; what `signal` throws */
const post = async ({ path, body, repeatable = false, signal }: Post): Promise<Record<string, unknown>> => {
  const token = currentToken();
  const command = JSON.stringify([path, body]);
  const headers = {
    ...(body ? { 'Content-Type': 'application/json' } : {}),
    ...(token ? { Authorization: authorization(token) } : {}),
    ...(repeatable ? {} : { 'Idempotency-Key': openKeys.of(command) }),
  };
  const init = { method: 'POST', headers, ...(body ? { body: JSON.stringify(body) } : {}) };
  const response = await fetch(path, { ...init, ...(signal ? { signal } : {}) }).catch(() => null);
  signal?.throwIfAborted();
  if (!repeatable && response && response.status < 500) openKeys.answered(command);
  if (!response) throw new RestFailure(NO_CONNECTION);
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok && isRecord(answer) && isRecord(answer.data)) return answer;
  const problems = isRecord(answer) && Array.isArray(answer.fields) ? answer.fields.filter(isProblem) : [];
  throw new RestFailure(restFailureText(response.status, answer), problems);
};

/** Checks or imports rows by REST, which takes more of them than GraphQL. Answers the result and the service's sentence. */
export const sendImport = async ({
  path,
  body,
  signal,
}: ImportCall): Promise<{ result: ImportResult; message: string | undefined }> => {
  const { data, message } = await post({ path, body, signal, repeatable: body.dryRun });
  // Safe cast: the service answers by its contract.
  return { result: data as ImportResult, message: isText(message) ? message : undefined };
};

/** Takes back what an import wrote; `path` is that of the import. */
export const undoImport = async (path: string, importId: number): Promise<ImportUndo> => {
  const { data } = await post({ path: `${path}/${importId}/undo` });
  // Safe cast: the service answers by its contract.
  return data as ImportUndo;
};
