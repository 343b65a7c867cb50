/** A row of a pasted table. */
export type PastedRow = readonly string[];

/** The rows of a text copied from a spreadsheet: cells separated by tabs, or by semicolons where there is no tab. */
export const rowsOf = (text: string): PastedRow[] => {
  const separator = text.includes('\t') ? '\t' : ';';
  return text
    .split(/\r\n|\r|\n/)
    .map((row) => row.split(separator).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1')))
    .filter((row) => row.some((cell) => cell !== ''));
};
