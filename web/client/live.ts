const listeners = new Set<() => void>();

/** The socket is back after a loss: whoever listened to a subscription asks for what it missed. */
export const reconnected = (): void => listeners.forEach((listener) => listener());

export const onReconnect = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
