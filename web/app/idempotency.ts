import { ApolloLink } from '@apollo/client';
import { OperationTypeNode } from 'graphql';
import { tap } from 'rxjs';
import { isRecord } from './storage.ts';

/** A key that nobody else has. randomUUID exists on secure origins only; an office may serve plain http on its own network. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/**
 * Keys of commands of which nobody knows whether they had their effect: no answer came, or one that says that the
 * service was not there. Whoever asks the very same again, asks with the same key, and it is done once.
 */
class OpenKeys {
  readonly #keys = new Map<string, string>();

  of(command: string): string {
    const key = this.#keys.get(command) ?? newKey();
    this.#keys.set(command, key);
    return key;
  }

  /** The command was answered, one way or the other: asked again, it is a new one. */
  answered(command: string): void {
    this.#keys.delete(command);
  }
}

export const openKeys = new OpenKeys();

const isUnknown = (errors: ApolloLink.Result['errors']): boolean =>
  (errors ?? []).some(({ extensions }) => isRecord(extensions) && extensions.code === 'UNAVAILABLE');

/** Gives every mutation its Idempotency-Key, unless its caller has one of its own (context.headers). */
export const idempotencyLink = new ApolloLink((operation, forward) => {
  const { headers } = operation.getContext();
  const own = isRecord(headers) && 'idempotency-key' in headers;
  if (operation.operationType !== OperationTypeNode.MUTATION || own) return forward(operation);
  const command = JSON.stringify([operation.operationName, operation.variables]);
  operation.setContext({ headers: { ...headers, 'idempotency-key': openKeys.of(command) } });
  return forward(operation).pipe(
    tap(({ errors }) => {
      if (!isUnknown(errors)) openKeys.answered(command);
    }),
  );
});
