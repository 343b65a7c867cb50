const listeners = new Set<() => void>();

/** Called when the socket reconnects: subscribers refetch what they missed. */
export const reconnected = (): void => listeners.forEach((listener) => listener());

export const onReconnect = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
