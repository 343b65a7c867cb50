/** Pages of a long document, each written when it is full: of all of them only the numbers are kept. */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import PDFDocument from 'pdfkit';
import { Ink, Letters, linesOf } from './letters.mjs';

const fonts = join(dirname(createRequire(import.meta.url).resolve('pdfmake/package.json')), 'fonts', 'Roboto');

export const INK = 'ink';
export const MUTED = 'muted';
/** What is set, ready for a page: #17242b, #53646d, #e1e6ea and #eef3f5. */
const RGB = {
  ink: '0.09 0.14 0.17 rg\n',
  muted: '0.33 0.39 0.43 rg\n',
  rule: '0.88 0.9 0.92 rg\n',
  group: '0.93 0.95 0.96 rg\n',
};

/** Left and right of a page. */
export const MARGIN = 28;
const TOP = 66;
const BOTTOM = 36;

const SIZES = { text: 7.5, bold: 7.5, title: 10, notice: 10, footer: 7 };
const FILES = { text: 'Regular', bold: 'Medium', title: 'Medium', notice: 'Regular', footer: 'Regular' };

const short = (number) => Math.round(number * 100) / 100;

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
    /** Rules and fills are below the texts. */
    this.marks = new Ink();
    this.texts = new Ink();
  }

  linesOf(style, text, room) {
    return linesOf(this.styles[style], text, room);
  }

  heightOf(style) {
    return this.styles[style].height;
  }

  /** A line whose top is at `y`. */
  write(style, { text, width }, { x, room, align = 'left' }, y, color = INK) {
    const letters = this.styles[style];
    const free = room - width;
    const left = x + (align === 'right' ? free : align === 'center' ? free / 2 : 0);
    const { texts } = this;
    if (this.style !== style || this.color !== color) {
      texts.put(`/${letters.font.id} ${letters.size} Tf `);
      texts.put(RGB[color]);
    }
    this.style = style;
    this.color = color;
    texts.put('1 0 0 1 ');
    texts.number(left);
    texts.number(this.height - y - letters.ascent);
    texts.put('Tm ');
    letters.show(text, texts);
    texts.put(' TJ\n');
  }

  /** From left to right between the margins. */
  band(color, y, height) {
    const { marks } = this;
    marks.put(RGB[color]);
    marks.number(MARGIN);
    marks.number(y);
    marks.number(this.inner);
    marks.number(height);
    marks.put('re f\n');
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
    const { page } = this.document;
    page.write(this.marks.take());
    this.writeTexts(page.content);
  }

  writeTexts(stream) {
    stream.write(`q 1 0 0 -1 0 ${short(this.height)} cm BT`);
    stream.write(this.texts.take());
    stream.write('ET Q');
    this.style = undefined;
  }

  /** What has been written of the file since it was taken last; null for nothing. */
  take() {
    return this.document.read();
  }

  /** Ends the file. */
  end() {
    this.endPage();
    const y = this.bottom + 10;
    const place = { x: MARGIN, room: this.inner };
    for (const [index, footer] of this.footers.entries()) {
      const [issued] = this.linesOf('footer', this.head.footer, this.inner - 80);
      const [number] = this.linesOf('footer', `Página ${index + 1} de ${this.footers.length}`, 80);
      this.write('footer', issued, place, y, MUTED);
      this.write('footer', number, { ...place, align: 'right' }, y, MUTED);
      this.writeTexts(footer);
      footer.end();
    }
    this.document.end();
  }
}
