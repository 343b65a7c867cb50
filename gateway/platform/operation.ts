/** What is told of an operation in the log and counted in the metrics. Made with its request, filled while it runs. */
export interface Operation {
  /** As its document calls it; null when it has no name, or cannot be read. */
  name: string | null;
  kind: string | null;
  restCalls: number;
  /** `extensions.code` of its errors, each once. */
  codes: string[];
}

export const newOperation = (): Operation => ({ name: null, kind: null, restCalls: 0, codes: [] });
