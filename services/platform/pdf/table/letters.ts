/** What pdfkit knows of a font that it embeds. */
export interface Font {
  id: string;
  ascender: number;
  descender: number;
  encode(text: string): [string[], unknown];
  widthOfString(text: string, size: number): number;
  layoutRun(
    text: string,
    features: { liga: boolean },
  ): { glyphs: unknown[]; positions: { xAdvance: number; advanceWidth: number }[] };
  ref(): PDFKit.PDFKitReference;
}

/** The room between two letters, in thousandths (below 0: nearer), and as an array of TJ has it. */
interface Between {
  room: number;
  bytes: Buffer;
}

interface Glyph {
  letter: string;
  hex: Buffer;
  width: number;
  between: Map<number, Between>;
}

/** A line of a text, with its width in points. */
export interface TextLine {
  text: string;
  width: number;
}

const NOTHING: Between = { room: 0, bytes: Buffer.alloc(0) };

/**
 * Widths and glyphs of the texts of one font. The font itself lays out and keeps whole words, which costs ten times as much
 * and fills the memory with amounts and names that never return; what a text needs are its letters and the room between two.
 */
export class Letters {
  readonly font: Font;
  readonly size: number;
  readonly height: number;
  readonly ascent: number;
  readonly #glyphs = new Map<number, Glyph>();

  constructor(font: Font, size: number) {
    this.font = font;
    this.size = size;
    this.height = ((font.ascender - font.descender) * size) / 1000;
    this.ascent = (font.ascender * size) / 1000;
  }

  #glyphOf(code: number): Glyph {
    let glyph = this.#glyphs.get(code);
    if (!glyph) {
      const letter = String.fromCodePoint(code);
      const hex = Buffer.from(this.font.encode(letter)[0].join(''), 'latin1');
      glyph = { letter, hex, width: this.font.widthOfString(letter, 1000), between: new Map() };
      this.#glyphs.set(code, glyph);
    }
    return glyph;
  }

  #between(before: Glyph, code: number): Between {
    let between = before.between.get(code);
    if (between === undefined) {
      const { glyphs, positions } = this.font.layoutRun(before.letter + String.fromCodePoint(code), { liga: false });
      const [first] = positions;
      const room = glyphs.length === 2 && first ? Math.round(first.xAdvance - first.advanceWidth) : 0;
      between = room === 0 ? NOTHING : { room, bytes: Buffer.from(`> ${-room} <`, 'latin1') };
      before.between.set(code, between);
    }
    return between;
  }

  /** In points. */
  widthOf(text: string): number {
    let width = 0;
    let before: Glyph | null = null;
    for (let index = 0; index < text.length; index += 1) {
      const code: number = text.codePointAt(index) ?? 0;
      if (code > 0xffff) index += 1;
      const glyph: Glyph = this.#glyphOf(code);
      width += glyph.width + (before === null ? 0 : this.#between(before, code).room);
      before = glyph;
    }
    return (width * this.size) / 1000;
  }

  /** Writes a text as the operand of TJ. No string is made of it: a report has millions of letters. */
  show(text: string, ink: Ink): void {
    ink.put('[<');
    let before: Glyph | null = null;
    for (let index = 0; index < text.length; index += 1) {
      const code: number = text.codePointAt(index) ?? 0;
      if (code > 0xffff) index += 1;
      if (before !== null) ink.copy(this.#between(before, code).bytes);
      before = this.#glyphOf(code);
      ink.copy(before.hex);
    }
    ink.put('>]');
  }
}

const [SPACE, POINT, ZERO] = [0x20, 0x2e, 0x30];

/** What stands on one page, as the bytes of its stream: strings of it would be most of what a long report leaves behind. */
export class Ink {
  #bytes = Buffer.alloc(64 * 1024);
  #length = 0;

  #reserve(size: number): void {
    if (this.#length + size <= this.#bytes.length) return;
    const longer = Buffer.alloc(Math.max(this.#bytes.length * 2, this.#length + size));
    this.#bytes.copy(longer, 0, 0, this.#length);
    this.#bytes = longer;
  }

  put(text: string): void {
    this.#reserve(text.length);
    this.#length += this.#bytes.write(text, this.#length, 'latin1');
  }

  /** A number with two places and a space after it. */
  number(value: number): void {
    const hundredths = Math.round(Math.abs(value) * 100);
    if (value < 0) this.put('-');
    const whole = Math.floor(hundredths / 100);
    this.#reserve(16);
    let unit = 1;
    while (unit * 10 <= whole) unit *= 10;
    for (; unit >= 1; unit = Math.floor(unit / 10)) this.#digit(Math.floor(whole / unit) % 10);
    this.#bytes[this.#length] = POINT;
    this.#length += 1;
    this.#digit(Math.floor(hundredths / 10) % 10);
    this.#digit(hundredths % 10);
    this.#bytes[this.#length] = SPACE;
    this.#length += 1;
  }

  #digit(value: number): void {
    this.#bytes[this.#length] = ZERO + value;
    this.#length += 1;
  }

  copy(bytes: Buffer): void {
    this.#reserve(bytes.length);
    for (let index = 0; index < bytes.length; index += 1) this.#bytes[this.#length + index] = bytes[index] ?? 0;
    this.#length += bytes.length;
  }

  /** All that was written since it was taken last. */
  take(): Buffer {
    const taken = Buffer.from(this.#bytes.subarray(0, this.#length));
    this.#length = 0;
    return taken;
  }
}

/** Where a line may end: after a space, and after a hyphen or slash that no digit follows. */
const BREAKS = /(?<=[ ])(?=[^ ])|(?<=[-/])(?=[^\d ])/u;

/** The longest beginning of a word that fits; one letter at least. */
const beginningOf = (letters: Letters, word: string, room: number): string => {
  let end = 0;
  for (const letter of word) {
    if (end > 0 && letters.widthOf(word.slice(0, end + letter.length)) > room) break;
    end += letter.length;
  }
  return word.slice(0, end);
};

const wrap = (letters: Letters, text: string, room: number): string[] => {
  const lines: string[] = [];
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

const lineOf = (letters: Letters, text: string): TextLine => ({ text, width: letters.widthOf(text) });

/** Lines of a text that fit a room, each with its width. */
export const linesOf = (letters: Letters, text: string, room: number): TextLine[] => {
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
