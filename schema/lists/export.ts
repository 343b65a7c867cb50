/** A list as a file: made by the gateway, which walks its pages as the screen would. */
export const EXPORT_PATH = '/api/v1/lists/export';

/** Most rows of a file, as of the CSV for programs (decision 92). */
export const MOST_EXPORTED_ROWS = 500_000;

export interface ExportBody {
  /** Name of the list's operation. */
  list: string;
  format: 'csv' | 'xlsx';
  /** Those of the operation, without page and size. */
  variables: Readonly<Record<string, unknown>>;
}

export interface ExportFailure {
  status: number;
  error: string;
  message: string;
  requestId: string;
}

/**
 * A line of JSON at the beginning of the answer. `rows` tells how far it is; `file` is the last line, and so many bytes of
 * the file follow; `failure` is a last line that nothing follows.
 */
export type ExportLine =
  { rows: number; of: number } | { file: { size: number; rows: number } } | { failure: ExportFailure };
