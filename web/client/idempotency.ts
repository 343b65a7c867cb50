import { ApolloLink } from '@apollo/client';
import { OperationTypeNode } from 'graphql';
import { tap } from 'rxjs';
import { isRecord, isText, readJson, removeKeys, writeJson } from './storage.ts';

/**
 * Returns a random unique key. randomUUID exists on secure origins only, and an installation may serve plain http on
 * its own network.
 */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

interface OpenKey {
  key: string;
  /** Milliseconds since 1970. */
  since: number;
}

const STORED = 'keys';
/** 12 h, in which a user may return to a draft and save it; the same command on another day is a new one. */
const LIFE = 12 * 60 * 60 * 1000;

const isOpenKey = (value: unknown): value is OpenKey =>
  isRecord(value) && isText(value.key) && typeof value.since === 'number';
const areOpenKeys = (value: unknown): value is Record<string, OpenKey> =>
  isRecord(value) && Object.values(value).every(isOpenKey);

/** Identifies a command without storing what was typed: cyrb53, a 53-bit hash. */
const digestOf = (text: string): string => {
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  for (let index = 0; index < text.length; index += 1) {
    high = Math.imul(high ^ text.charCodeAt(index), 2654435761);
    low = Math.imul(low ^ text.charCodeAt(index), 1597334677);
  }
  const mixed = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  const other = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return (4294967296 * (2097151 & other) + (mixed >>> 0)).toString(36);
};

/**
 * Keys of commands with an unknown outcome: no response arrived, or the code UNAVAILABLE. The same command sent again
 * reuses its key, so that the service runs it once. Keys survive a reload or a closed page, as form drafts do.
 */
class OpenKeys {
  // Keys of this page, also used where storage is disabled.
  readonly #pending = new Map<string, OpenKey>();

  of(command: string): string {
    const digest = digestOf(command);
    const open = this.#open();
    const known = open.get(digest) ?? { key: newKey(), since: Date.now() };
    this.#pending.set(digest, known);
    // Stores no hash of a password.
    if (!/password/i.test(command)) this.#keep(open.set(digest, known));
    return known.key;
  }

  /** Forgets the key once the command has a known outcome: sent again, it is a new command. */
  answered(command: string): void {
    const digest = digestOf(command);
    this.#pending.delete(digest);
    const open = this.#open();
    if (open.delete(digest)) this.#keep(open);
  }

  #open(): Map<string, OpenKey> {
    const stored = Object.entries(readJson(localStorage, STORED, areOpenKeys) ?? {});
    return new Map([...stored, ...this.#pending].filter(([, { since }]) => Date.now() - since < LIFE));
  }

  #keep(open: Map<string, OpenKey>): void {
    if (open.size === 0) removeKeys(localStorage, (key) => key === STORED);
    else writeJson(localStorage, STORED, Object.fromEntries(open));
  }
}

export const openKeys = new OpenKeys();

const isUnknown = (errors: ApolloLink.Result['errors']): boolean =>
  (errors ?? []).some(({ extensions }) => isRecord(extensions) && extensions.code === 'UNAVAILABLE');

/** Sets the Idempotency-Key of every mutation, unless the caller sets its own (context.headers) or needs none (context.repeatable). */
export const idempotencyLink = new ApolloLink((operation, forward) => {
  const { headers, repeatable } = operation.getContext();
  const own = isRecord(headers) && 'idempotency-key' in headers;
  if (operation.operationType !== OperationTypeNode.MUTATION || own || repeatable) return forward(operation);
  const command = JSON.stringify([operation.operationName, operation.variables]);
  operation.setContext({ headers: { ...headers, 'idempotency-key': openKeys.of(command) } });
  return forward(operation).pipe(
    tap(({ errors }) => {
      if (!isUnknown(errors)) openKeys.answered(command);
    }),
  );
});
