/**
 * Returns the text with an apostrophe in front when a spreadsheet would read it as a formula: a supplier may be called
 * "=HYPERLINK(…)". Also catches full-width forms of the signs and leading white space.
 */
export const neutralised = (text: string): string =>
  /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/.test(text) ? `'${text}` : text;

const quoted = (text: string): string => (/[";\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** A line of CSV for a Brazilian spreadsheet. */
export const csvLine = (cells: readonly string[]): string => cells.map(quoted).join(';');

/** The lines as a file: UTF-8 with BOM. */
export const csvFile = (lines: readonly string[]): string => `\ufeff${lines.join('\r\n')}\r\n`;
