const NOTHING = { room: 0, bytes: Buffer.alloc(0) };

/**
 * Widths and glyphs of the texts of one font. The font itself lays out and keeps whole words, which costs ten times as much
 * and fills the memory with amounts and names that never return; what a text needs are its letters and the room between two.
 */
export class Letters {
  /** @param font of pdfkit; @param size in points */
  constructor(font, size) {
    this.font = font;
    this.size = size;
    this.height = ((font.ascender - font.descender) * size) / 1000;
    this.ascent = (font.ascender * size) / 1000;
    this.glyphs = new Map();
  }

  /** The glyph of a letter by its code: as the pages have it, its width, and the room to letters after it. */
  glyphOf(code) {
    let glyph = this.glyphs.get(code);
    if (!glyph) {
      const letter = String.fromCodePoint(code);
      const hex = Buffer.from(this.font.encode(letter)[0].join(''), 'latin1');
      glyph = { letter, hex, width: this.font.widthOfString(letter, 1000), rooms: new Map() };
      this.glyphs.set(code, glyph);
    }
    return glyph;
  }

  /** The room between a letter and the next one, in thousandths (below 0: nearer), and as an array of TJ has it. */
  between(before, code) {
    let between = before.rooms.get(code);
    if (between === undefined) {
      const { glyphs, positions } = this.font.layoutRun(before.letter + String.fromCodePoint(code), { liga: false });
      const room = glyphs.length === 2 ? Math.round(positions[0].xAdvance - positions[0].advanceWidth) : 0;
      between = room === 0 ? NOTHING : { room, bytes: Buffer.from(`> ${-room} <`, 'latin1') };
      before.rooms.set(code, between);
    }
    return between;
  }

  /** In points. */
  widthOf(text) {
    let width = 0;
    let before = null;
    for (let index = 0; index < text.length; index += 1) {
      const code = text.codePointAt(index);
      if (code > 0xffff) index += 1;
      const glyph = this.glyphOf(code);
      width += glyph.width + (before === null ? 0 : this.between(before, code).room);
      before = glyph;
    }
    return (width * this.size) / 1000;
  }

  /** Writes a text as the operand of TJ. No string is made of it: a report has millions of letters. */
  show(text, ink) {
    ink.put('[<');
    let before = null;
    for (let index = 0; index < text.length; index += 1) {
      const code = text.codePointAt(index);
      if (code > 0xffff) index += 1;
      if (before !== null) ink.copy(this.between(before, code).bytes);
      before = this.glyphOf(code);
      ink.copy(before.hex);
    }
    ink.put('>]');
  }
}

const [SPACE, POINT, ZERO] = Buffer.from(' .0', 'latin1');

/** What stands on one page, as the bytes of its stream: strings of it would be most of what a long report leaves behind. */
export class Ink {
  constructor() {
    this.bytes = Buffer.alloc(64 * 1024);
    this.length = 0;
  }

  reserve(size) {
    if (this.length + size <= this.bytes.length) return;
    const longer = Buffer.alloc(Math.max(this.bytes.length * 2, this.length + size));
    this.bytes.copy(longer, 0, 0, this.length);
    this.bytes = longer;
  }

  put(text) {
    this.reserve(text.length);
    this.length += this.bytes.latin1Write(text, this.length);
  }

  /** A number with two places and a space after it. */
  number(value) {
    const hundredths = Math.round(Math.abs(value) * 100);
    if (value < 0) this.put('-');
    const whole = Math.floor(hundredths / 100);
    this.reserve(16);
    let unit = 1;
    while (unit * 10 <= whole) unit *= 10;
    for (; unit >= 1; unit = Math.floor(unit / 10)) this.digit(Math.floor(whole / unit) % 10);
    this.bytes[this.length] = POINT;
    this.length += 1;
    this.digit(Math.floor(hundredths / 10) % 10);
    this.digit(hundredths % 10);
    this.bytes[this.length] = SPACE;
    this.length += 1;
  }

  digit(value) {
    this.bytes[this.length] = ZERO + value;
    this.length += 1;
  }

  copy(bytes) {
    this.reserve(bytes.length);
    for (let index = 0; index < bytes.length; index += 1) this.bytes[this.length + index] = bytes[index];
    this.length += bytes.length;
  }

  /** All that was written since it was taken last. */
  take() {
    const taken = Buffer.from(this.bytes.subarray(0, this.length));
    this.length = 0;
    return taken;
  }
}

/** Where a line may end: after a space, and after a hyphen or slash that no digit follows. */
const BREAKS = /(?<=[ ])(?=[^ ])|(?<=[-/])(?=[^\d ])/u;

/** The longest beginning of a word that fits; one letter at least. */
const beginningOf = (letters, word, room) => {
  const all = [...word];
  let count = all.length;
  while (count > 1 && letters.widthOf(all.slice(0, count).join('')) > room) count -= 1;
  return all.slice(0, count).join('');
};

const wrap = (letters, text, room) => {
  const lines = [];
  let line = '';
  for (const piece of text.split(BREAKS)) {
    if (letters.widthOf(`${line}${piece.trimEnd()}`) <= room) {
      line += piece;
      continue;
    }
    if (line !== '') lines.push(line);
    line = piece;
    while (letters.widthOf(line.trimEnd()) > room && line.length > 1) {
      const beginning = beginningOf(letters, line, room);
      lines.push(beginning);
      line = line.slice(beginning.length);
    }
  }
  return [...lines, line];
};

// Control characters have no glyph; texts of imports carry them.
const CONTROLS = /\p{Cc}/gu;

const PLAIN = /^[\u0020-\u007e\u00a0-\u017f]*$/;

const lineOf = (letters, text) => ({ text, width: letters.widthOf(text) });

/** Lines of a text that fit a room, each with its width. */
export const linesOf = (letters, text, room) => {
  // What most cells are: one line without anything to replace.
  if (PLAIN.test(text)) {
    const whole = lineOf(letters, text);
    if (whole.width <= room) return [whole];
  }
  return text
    .normalize('NFC')
    .split(/\r?\n/)
    .flatMap((part) => wrap(letters, part.replaceAll(CONTROLS, ' ').trimEnd(), room))
    .map((line) => lineOf(letters, line.trimEnd()));
};
