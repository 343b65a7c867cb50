/** Pages of a long document, each written when it is full: of all of them only the numbers are kept. */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import PDFDocument from 'pdfkit';
import { Ink, Letters, linesOf, type Font, type TextLine } from './letters.ts';
import type { TableDocument } from './document.ts';

const fonts = join(dirname(createRequire(import.meta.url).resolve('pdfmake/package.json')), 'fonts', 'Roboto');

/** What is set, ready for a page: #17242b, #53646d, #e1e6ea and #eef3f5. */
const RGB = {
  ink: '0.09 0.14 0.17 rg\n',
  muted: '0.33 0.39 0.43 rg\n',
  rule: '0.88 0.9 0.92 rg\n',
  group: '0.93 0.95 0.96 rg\n',
};
type Color = keyof typeof RGB;

/** Footers that are written at once. */
const FOOTERS = 50;

/** Left and right of a page. */
export const MARGIN = 28;
const TOP = 66;
const BOTTOM = 36;

const STYLES = {
  text: { file: 'Regular', size: 7.5 },
  bold: { file: 'Medium', size: 7.5 },
  title: { file: 'Medium', size: 10 },
  notice: { file: 'Regular', size: 10 },
  footer: { file: 'Regular', size: 7 },
};
export type Style = keyof typeof STYLES;

/** Where a line stands, and how much room it has. */
export interface Place {
  x: number;
  room: number;
  align?: 'left' | 'right' | 'center';
}

type Head = Pick<TableDocument, 'title' | 'createdAt' | 'landscape' | 'footer'>;

const short = (number: number): number => Math.round(number * 100) / 100;

const openDocument = ({ title, createdAt, landscape }: Head): PDFKit.PDFDocument => {
  const made = new Date(createdAt);
  return new PDFDocument({
    size: 'A4',
    layout: landscape ? 'landscape' : 'portrait',
    margin: 0,
    autoFirstPage: false,
    fontLayoutCache: false,
    lang: 'pt-BR',
    info: { Title: title, Creator: 'Prumo', Producer: 'Prumo', CreationDate: made, ModDate: made },
  });
};

export class Paper {
  readonly document: PDFKit.PDFDocument;
  readonly top = TOP;
  readonly bottom: number;
  readonly inner: number;
  /** Called on each new page, before anything else stands on it. */
  onPage = (): void => undefined;
  readonly #footer: string;
  readonly #height: number;
  readonly #styles: Record<Style, Letters>;
  readonly #footers: PDFKit.PDFKitReference[] = [];
  /** Rules and fills are below the texts. */
  readonly #marks = new Ink();
  readonly #texts = new Ink();
  #style: Style | null = null;
  #color: Color | null = null;

  constructor(head: Head) {
    this.document = openDocument(head);
    this.#footer = head.footer;
    // The types of pdfkit know neither the chosen font nor openImage; both are in its public objects, and pinned by the lock file.
    const lettersOf = ({ file, size }: { file: string; size: number }): Letters => {
      const { _font: font } = this.document.font(join(fonts, `Roboto-${file}.ttf`)) as unknown as { _font: Font };
      return new Letters(font, size);
    };
    const { text, bold, title, notice, footer } = STYLES;
    this.#styles = {
      ...{ text: lettersOf(text), bold: lettersOf(bold), title: lettersOf(title) },
      ...{ notice: lettersOf(notice), footer: lettersOf(footer) },
    };
    const [width, height] = head.landscape ? [841.89, 595.28] : [595.28, 841.89];
    this.#height = height;
    this.bottom = height - BOTTOM;
    this.inner = width - 2 * MARGIN;
  }

  /** A picture that is in the file once, however many pages show it. */
  pictureOf(picture: string): (place: { x: number; y: number; fit: [number, number] }) => void {
    const { document } = this;
    const image = (document as unknown as { openImage(source: string): Buffer }).openImage(picture);
    return ({ x, y, fit }) => void document.image(image, x, y, { fit });
  }

  linesOf(style: Style, text: string, room: number): TextLine[] {
    return linesOf(this.#styles[style], text, room);
  }

  heightOf(style: Style): number {
    return this.#styles[style].height;
  }

  /** A line whose top is at `y`. */
  write(
    style: Style,
    { text, width }: TextLine,
    { x, room, align = 'left' }: Place,
    y: number,
    color: Color = 'ink',
  ): void {
    const letters = this.#styles[style];
    const free = room - width;
    const left = x + (align === 'right' ? free : align === 'center' ? free / 2 : 0);
    const texts = this.#texts;
    if (this.#style !== style || this.#color !== color) {
      texts.put(`/${letters.font.id} ${letters.size} Tf `);
      texts.put(RGB[color]);
    }
    this.#style = style;
    this.#color = color;
    texts.put('1 0 0 1 ');
    texts.number(left);
    texts.number(this.#height - y - letters.ascent);
    texts.put('Tm ');
    letters.show(text, texts);
    texts.put(' TJ\n');
  }

  /** From left to right between the margins. */
  band(color: Color, y: number, height: number): void {
    const marks = this.#marks;
    marks.put(RGB[color]);
    marks.number(MARGIN);
    marks.number(y);
    marks.number(this.inner);
    marks.number(height);
    marks.put('re f\n');
  }

  newPage(): void {
    this.#endPage();
    this.document.addPage();
    const { page } = this.document;
    for (const { font } of Object.values(this.#styles)) page.fonts[font.id] = font.ref();
    // The number of pages is known at the end: each footer is a stream of its own, which is written then.
    const footer = this.document.ref({});
    // A few words are not worth the memory of a compression.
    footer.compress = false;
    Object.assign(page.dictionary.data, { Contents: [page.content, footer] });
    this.#footers.push(footer);
    this.onPage();
  }

  #endPage(): void {
    if (this.#footers.length === 0) return;
    const { page } = this.document;
    page.write(this.#marks.take());
    this.#writeTexts(page.content);
  }

  #writeTexts(stream: PDFKit.PDFKitReference): void {
    stream.write(`q 1 0 0 -1 0 ${short(this.#height)} cm BT`);
    stream.write(this.#texts.take());
    stream.write('ET Q');
    this.#style = null;
  }

  /** What has been written of the file since it was taken last; null for nothing. */
  take(): Buffer | null {
    return this.document.read() as Buffer | null;
  }

  /** Ends the file, with a rest after the footers of some pages. */
  *end(): Generator<undefined> {
    this.#endPage();
    const y = this.bottom + 10;
    const place = { x: MARGIN, room: this.inner };
    for (const [index, footer] of this.#footers.entries()) {
      const number = `Página ${index + 1} de ${this.#footers.length}`;
      for (const line of this.linesOf('footer', this.#footer, this.inner - 80).slice(0, 1))
        this.write('footer', line, place, y, 'muted');
      for (const line of this.linesOf('footer', number, 80))
        this.write('footer', line, { ...place, align: 'right' }, y, 'muted');
      this.#writeTexts(footer);
      footer.end(undefined);
      if (index % FOOTERS === 0) yield;
    }
    this.document.end();
  }
}
