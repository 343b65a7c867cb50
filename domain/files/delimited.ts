const DELIMITERS = ['\t', ';', ','] as const;

/** Quoted cells: only a quote that begins a cell quotes it, and its line breaks end no line. */
const QUOTED = /(^|[\t;,\r\n])"(?:[^"]|"")*"/g;
/** As much of a text as its first lines may take. */
const HEAD = 100_000;

/** The most frequent delimiter of the first line that has one, quoted cells apart. */
const delimiterOf = (text: string): string => {
  const lines = text
    .slice(0, HEAD)
    .replace(QUOTED, '$1')
    .split(/\r\n|\n|\r/, 20);
  const first = lines.find((line) => DELIMITERS.some((delimiter) => line.includes(delimiter))) ?? '';
  const counts = DELIMITERS.map((delimiter) => first.split(delimiter).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ';';
};

/** A row of delimited text: its cells, and the row as it was written. */
export interface DelimitedRow {
  cells: string[];
  raw: string;
}

/** Rows of delimited text (RFC 4180): cells may be quoted, and then hold delimiters, line breaks and doubled quotes. */
export const delimitedRows = (text: string, delimiter: string): DelimitedRow[] => {
  const rows: DelimitedRow[] = [];
  let cells: string[] = [];
  let cell = '';
  let quoted = false;
  let start = 0;
  const endCell = () => {
    cells.push(cell);
    cell = '';
  };
  const endRow = (end: number) => {
    endCell();
    rows.push({ cells, raw: text.slice(start, end) });
    cells = [];
  };
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (quoted) {
      if (sign !== '"') cell += sign;
      else if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else quoted = false;
    } else if (sign === '"' && cell === '') quoted = true;
    else if (sign === delimiter) endCell();
    else if (sign === '\n' || sign === '\r') {
      endRow(at);
      if (sign === '\r' && text[at + 1] === '\n') at += 1;
      start = at + 1;
    } else cell += sign;
  }
  if (cell !== '' || cells.length > 0) endRow(text.length);
  return rows;
};

/** Cells of delimited text; the delimiter is found when none is given. */
export const parseDelimited = (text: string, delimiter = delimiterOf(text)): string[][] =>
  delimitedRows(text, delimiter).map(({ cells }) => cells);
