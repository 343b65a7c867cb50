const listeners = new Set<() => void>();

/** Called when the socket reconnects: subscribers refetch what they missed. */
export const reconnected = (): void => listeners.forEach((listener) => listener());

export const onReconnect = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** What screens need of a message that has just arrived. */
export interface LiveMessage {
  /** Route with its query of what the message is about. */
  link?: string | null | undefined;
}

const readers = new Set<(message: LiveMessage) => void>();

/** Called for every new message of the assistant: a screen that shows what it is about brings itself up to date. */
export const messageArrived = (message: LiveMessage): void => readers.forEach((reader) => reader(message));

export const onMessage = (reader: (message: LiveMessage) => void): (() => void) => {
  readers.add(reader);
  return () => readers.delete(reader);
};

/** Rows that somebody else has changed; `type` is the name of their type in GraphQL, null for whatever it may be. */
export interface LiveChange {
  type: string | null;
  companyId: string | null;
  /** Null: some rows, which are too many to name. */
  ids: readonly string[] | null;
  /** Name of who changed them. */
  by: string | null;
}

const watchers = new Set<(change: LiveChange) => void>();

/** Called for every change that others make: what is shown of it brings itself up to date. */
export const rowsChanged = (change: LiveChange): void => watchers.forEach((watcher) => watcher(change));

export const onRowsChanged = (watcher: (change: LiveChange) => void): (() => void) => {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
};

/** Somebody who has a row open. */
export interface LivePerson {
  user: { id: string; name: string };
  editing: boolean;
}

export interface LivePresence {
  type: string;
  rowId: string;
  people: readonly LivePerson[];
}

const greeters = new Set<(presence: LivePresence) => void>();

/** Called when somebody opens or leaves a row that is open here. */
export const presenceChanged = (presence: LivePresence): void => greeters.forEach((greeter) => greeter(presence));

export const onPresence = (greeter: (presence: LivePresence) => void): (() => void) => {
  greeters.add(greeter);
  return () => greeters.delete(greeter);
};

/** A document with all that its form shows. */
export interface StoredRow {
  __typename?: string;
  id: string;
  version: number;
}

const keepers = new Set<(row: StoredRow) => void>();

/** Called with what a call beside the form of a document has stored of it (a payment, or its undo in a toast). */
export const rowStored = (row: StoredRow): void => keepers.forEach((keeper) => keeper(row));

export const onRowStored = (keeper: (row: StoredRow) => void): (() => void) => {
  keepers.add(keeper);
  return () => keepers.delete(keeper);
};
