/** Pairs that are remembered: texts of one language have a few thousand. */
const MOST_PAIRS = 20_000;

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
    this.pairs = new Map();
  }

  glyphOf(letter) {
    let glyph = this.glyphs.get(letter);
    if (!glyph) {
      glyph = { hex: this.font.encode(letter)[0].join(''), width: this.font.widthOfString(letter, 1000) };
      this.glyphs.set(letter, glyph);
    }
    return glyph;
  }

  /** How much nearer (below 0) or farther a letter stands to the one before it, in thousandths. */
  kerning(first, second) {
    const pair = first + second;
    let room = this.pairs.get(pair);
    if (room === undefined) {
      const { glyphs, positions } = this.font.layoutRun(pair, { liga: false });
      room = glyphs.length === 2 ? Math.round(positions[0].xAdvance - positions[0].advanceWidth) : 0;
      if (this.pairs.size >= MOST_PAIRS) this.pairs.clear();
      this.pairs.set(pair, room);
    }
    return room;
  }

  /** A text as the operand of TJ, and its width in points. */
  shape(text) {
    let operand = '[<';
    let width = 0;
    let before = '';
    for (const letter of text) {
      const glyph = this.glyphOf(letter);
      const room = before === '' ? 0 : this.kerning(before, letter);
      operand += room === 0 ? glyph.hex : `> ${-room} <${glyph.hex}`;
      width += glyph.width + room;
      before = letter;
    }
    return { operand: `${operand}>]`, width: (width * this.size) / 1000 };
  }
}

/** Where a line may end: after a space, and after a hyphen or slash that no digit follows. */
const BREAKS = /(?<=[ ])(?=[^ ])|(?<=[-/])(?=[^\d ])/u;

/** The longest beginning of a word that fits; one letter at least. */
const beginningOf = (letters, word, room) => {
  const all = [...word];
  let count = all.length;
  while (count > 1 && letters.shape(all.slice(0, count).join('')).width > room) count -= 1;
  return all.slice(0, count).join('');
};

const wrap = (letters, text, room) => {
  const lines = [];
  let line = '';
  for (const piece of text.split(BREAKS)) {
    if (letters.shape(`${line}${piece.trimEnd()}`).width <= room) {
      line += piece;
      continue;
    }
    if (line !== '') lines.push(line);
    line = piece;
    while (letters.shape(line.trimEnd()).width > room && line.length > 1) {
      const beginning = beginningOf(letters, line, room);
      lines.push(beginning);
      line = line.slice(beginning.length);
    }
  }
  return [...lines, line];
};

// Control characters have no glyph; texts of imports carry them.
const CONTROLS = /\p{Cc}/gu;

/** Lines of a text that fit a room, each shaped. */
export const linesOf = (letters, text, room) =>
  text
    .normalize('NFC')
    .split(/\r?\n/)
    .flatMap((part) => {
      const clean = part.replaceAll(CONTROLS, ' ').trimEnd();
      const whole = letters.shape(clean);
      return whole.width <= room ? [whole] : wrap(letters, clean, room).map((line) => letters.shape(line.trimEnd()));
    });
