/**
 * A call that starts before the field that needs it runs, so that both are waited for together. The field gets its
 * failure; where the field never runs, the failure is dropped.
 */
export const prefetched = <T>(answer: Promise<T>): (() => Promise<T>) => {
  answer.catch(() => undefined);
  return () => answer;
};
