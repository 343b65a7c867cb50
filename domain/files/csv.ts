/**
 * Returns the text with an apostrophe in front when a spreadsheet would read it as a formula: a supplier may be called
 * "=HYPERLINK(…)". Also catches full-width forms of the signs and leading white space.
 */
export const neutralised = (text: string): string =>
  /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/.test(text) ? `'${text}` : text;

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** A line of CSV; cells with the separator, a quote or a line break are quoted (RFC 4180). */
export const separatedLine = (cells: readonly string[], separator: ';' | ','): string =>
  cells.map((text) => (/["\r\n]/.test(text) || text.includes(separator) ? quoted(text) : text)).join(separator);

/** A line of CSV for a Brazilian spreadsheet. */
export const csvLine = (cells: readonly string[]): string => separatedLine(cells, ';');

/** The lines as a file: UTF-8 with BOM. */
export const csvFile = (lines: readonly string[]): string => `\ufeff${lines.join('\r\n')}\r\n`;
