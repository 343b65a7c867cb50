/** What the log and the metrics record of an operation; filled in while its request runs. */
export interface Operation {
  /** Name in the document; null for an anonymous or unreadable operation. */
  name: string | null;
  kind: string | null;
  restCalls: number;
  /** Distinct `extensions.code` of its errors. */
  codes: string[];
}

export const newOperation = (): Operation => ({ name: null, kind: null, restCalls: 0, codes: [] });
