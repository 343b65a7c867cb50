/** Pages of a long document, each written when it is full: of all of them only the numbers are kept. */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import PDFDocument from 'pdfkit';
import { Letters, linesOf } from './letters.mjs';

const fonts = join(dirname(createRequire(import.meta.url).resolve('pdfmake/package.json')), 'fonts', 'Roboto');

export const INK = '#17242b';
export const MUTED = '#53646d';

/** Left and right of a page. */
export const MARGIN = 28;
const TOP = 66;
const BOTTOM = 36;

const SIZES = { text: 7.5, bold: 7.5, title: 10, notice: 10, footer: 7 };
const FILES = { text: 'Regular', bold: 'Medium', title: 'Medium', notice: 'Regular', footer: 'Regular' };

const short = (number) => Math.round(number * 100) / 100;

const colorOf = (hex) => [1, 3, 5].map((start) => short(parseInt(hex.slice(start, start + 2), 16) / 255)).join(' ');

const openDocument = ({ title, createdAt, landscape }) => {
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
  constructor(head) {
    this.document = openDocument(head);
    this.head = head;
    this.styles = Object.fromEntries(
      Object.entries(FILES).map(([style, file]) => {
        const { _font: font } = this.document.font(join(fonts, `Roboto-${file}.ttf`));
        return [style, new Letters(font, SIZES[style])];
      }),
    );
    this.footers = [];
    /** Called on each new page, before anything else stands on it. */
    this.onPage = () => undefined;
    const [width, height] = head.landscape ? [841.89, 595.28] : [595.28, 841.89];
    Object.assign(this, { width, height, top: TOP, bottom: height - BOTTOM, inner: width - 2 * MARGIN });
    this.marks = [];
    this.texts = [];
  }

  linesOf(style, text, room) {
    return linesOf(this.styles[style], text, room);
  }

  heightOf(style) {
    return this.styles[style].height;
  }

  /** A shaped line whose top is at `y`. */
  write(style, { operand, width }, { x, y, room, align = 'left', color = INK }) {
    const letters = this.styles[style];
    const free = room - width;
    const left = x + (align === 'right' ? free : align === 'center' ? free / 2 : 0);
    const key = `/${letters.font.id} ${letters.size} Tf ${colorOf(color)} rg`;
    if (key !== this.style) this.texts.push(key);
    this.style = key;
    this.texts.push(`1 0 0 1 ${short(left)} ${short(this.height - y - letters.ascent)} Tm ${operand} TJ`);
  }

  fill(color, { x, y, width, height }) {
    this.marks.push(`${colorOf(color)} rg ${short(x)} ${short(y)} ${short(width)} ${short(height)} re f`);
  }

  newPage() {
    this.endPage();
    this.document.addPage();
    const { page } = this.document;
    for (const { font } of Object.values(this.styles)) page.fonts[font.id] = font.ref();
    // The number of pages is known at the end: each footer is a stream of its own, which is written then.
    const footer = this.document.ref();
    page.dictionary.data.Contents = [page.content, footer];
    this.footers.push(footer);
    this.onPage();
  }

  endPage() {
    if (this.footers.length === 0) return;
    this.document.page.write(`${this.marks.join('\n')}\n${this.takeTexts()}`);
    this.marks = [];
  }

  takeTexts() {
    const block = `q 1 0 0 -1 0 ${short(this.height)} cm BT\n${this.texts.join('\n')}\nET Q`;
    this.texts = [];
    this.style = undefined;
    return block;
  }

  /** What has been written of the file since it was taken last; null for nothing. */
  take() {
    return this.document.read();
  }

  /** Ends the file. */
  end() {
    this.endPage();
    const place = { x: MARGIN, y: this.bottom + 10, room: this.inner, color: MUTED };
    for (const [index, footer] of this.footers.entries()) {
      const [issued] = this.linesOf('footer', this.head.footer, this.inner - 80);
      const [number] = this.linesOf('footer', `Página ${index + 1} de ${this.footers.length}`, 80);
      this.write('footer', issued, place);
      this.write('footer', number, { ...place, align: 'right' });
      footer.end(this.takeTexts());
    }
    this.document.end();
  }
}
