import { NO_CONNECTION } from '#domain/messages.ts';
import type { ImportResult } from '#schema/platform/imports.ts';
import { isProblem, RestFailure, restFailureText } from '#web/client/errors.ts';
import { openKeys } from '#web/client/idempotency.ts';
import { isRecord, isText } from '#web/client/storage.ts';
import { authorization, currentToken } from '#web/client/token.ts';

export interface ImportCall {
  path: string;
  body: Record<string, unknown> & { dryRun: boolean };
  signal?: AbortSignal;
}

const headersOf = ({ body }: ImportCall, command: string): Record<string, string> => {
  const token = currentToken();
  return {
    'Content-Type': 'application/json',
    ...(token ? { Authorization: authorization(token) } : {}),
    ...(body.dryRun ? {} : { 'Idempotency-Key': openKeys.of(command) }),
  };
};

/**
 * Checks or imports rows by REST, which takes more of them than GraphQL. Answers the result and the service's sentence.
 *
 * @throws RestFailure; what `signal` throws
 */
export const sendImport = async (call: ImportCall): Promise<{ result: ImportResult; message: string | undefined }> => {
  const command = JSON.stringify([call.path, call.body]);
  const init = { method: 'POST', headers: headersOf(call, command), body: JSON.stringify(call.body) };
  const response = await fetch(call.path, { ...init, ...(call.signal ? { signal: call.signal } : {}) }).catch(
    () => null,
  );
  call.signal?.throwIfAborted();
  if (!call.body.dryRun && response && response.status < 500) openKeys.answered(command);
  if (!response) throw new RestFailure(NO_CONNECTION);
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok && isRecord(answer) && isRecord(answer.data)) {
    // Safe cast: the service answers by its contract.
    const result = answer.data as unknown as ImportResult;
    return { result, message: isText(answer.message) ? answer.message : undefined };
  }
  const problems = isRecord(answer) && Array.isArray(answer.fields) ? answer.fields.filter(isProblem) : [];
  throw new RestFailure(restFailureText(response.status, answer), problems);
};
