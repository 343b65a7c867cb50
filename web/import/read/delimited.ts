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

/** Rows of delimited text (RFC 4180): cells may be quoted, and then hold delimiters, line breaks and doubled quotes. */
export const parseDelimited = (text: string, delimiter = delimiterOf(text)): string[][] => {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let quoted = false;
  const endCell = () => {
    row.push(cell);
    cell = '';
  };
  const endRow = () => {
    endCell();
    rows.push(row);
    row = [];
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
    else if (sign === '\n') endRow();
    else if (sign !== '\r') cell += sign;
    else if (text[at + 1] !== '\n') endRow();
  }
  if (cell !== '' || row.length > 0) endRow();
  return rows;
};
