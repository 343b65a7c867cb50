const DELIMITERS = ['\t', ';', ','] as const;

/** The delimiter of the first line that is not blank, quoted parts apart: the most frequent one. */
const delimiterOf = (text: string): string => {
  const first = text.split(/\r\n|\n|\r/, 20).find((line) => line.trim() !== '') ?? '';
  const bare = first.replace(/"[^"]*"/g, '');
  const counts = DELIMITERS.map((delimiter) => bare.split(delimiter).length);
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
