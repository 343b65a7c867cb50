/** Texts of the entries of a stored (uncompressed) ZIP archive, read by hand from its local headers. */
export const entriesOf = (file: Buffer): Map<string, string> => {
  const entries = new Map<string, string>();
  let place = 0;
  while (file.readUInt32LE(place) === 0x04034b50) {
    const [size, nameSize] = [file.readUInt32LE(place + 18), file.readUInt16LE(place + 26)];
    const start = place + 30 + nameSize;
    entries.set(file.toString('utf8', place + 30, start), file.toString('utf8', start, start + size));
    place = start + size;
  }
  return entries;
};

const unescaped = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');

/** Cells of a sheet by row: texts, and numbers as they are written; '' where there is none. */
export const sheetRows = (sheet: string): string[][] =>
  [...sheet.matchAll(/<row[^>]*>(.*?)<\/row>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<c [^>]*?(?:\/>|>(?:<is><t[^>]*>([^<]*)<\/t><\/is>|<v>([^<]*)<\/v>)?<\/c>)/g)].map(
      ([, text, value]) => unescaped(text ?? value ?? ''),
    ),
  );
