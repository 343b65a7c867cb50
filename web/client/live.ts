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
