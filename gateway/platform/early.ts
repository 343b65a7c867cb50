/**
 * Something that is asked before the field that needs it runs, so that both are waited for together. Its failure is told
 * to that field, and is nobody's fault when that field never runs.
 */
export const early = <T>(answer: Promise<T>): (() => Promise<T>) => {
  answer.catch(() => undefined);
  return () => answer;
};
