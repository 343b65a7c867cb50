/**
 * Wraps a call that starts before the field that needs it, so that both run in parallel. The field receives the
 * rejection; if it never runs, the rejection is ignored.
 */
export const prefetched = <T>(answer: Promise<T>): (() => Promise<T>) => {
  answer.catch(() => undefined);
  return () => answer;
};
