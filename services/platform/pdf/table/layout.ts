import { letterheadOf } from './letterhead.ts';
import type { TextLine } from './letters.ts';
import { MARGIN, Paper, type Place } from './paper.ts';
import type { TableDocument, TableLine } from './document.ts';

const PADDING = { x: 3, y: 2.5 };
const HAIR = 0.4;
const INDENT = 8;

interface Line extends Omit<TableLine, 'kind'> {
  kind: TableLine['kind'] | 'HEAD';
}

/** A line with its texts broken to the widths of the columns. */
interface Row {
  kind: Line['kind'];
  style: 'text' | 'bold';
  cells: { place: Place; lines: TextLine[] }[];
  lines: number;
}

/** The name of a group, or of the total, takes the columns before the first sum. */
const spanOf = ({ kind, texts }: Pick<Line, 'kind' | 'texts'>): number => {
  if (kind !== 'GROUP' && kind !== 'TOTAL') return 1;
  const first = texts.findIndex((text, index) => index > 0 && text !== '');
  return first < 0 ? texts.length : first;
};

/** A table that is laid out as its lines come. */
export class TableLayout {
  readonly paper: Paper;
  readonly #document: TableDocument;
  readonly #places: Required<Place>[];
  #count = 0;
  /** The last row: what follows it says whether they must not part. */
  #held: Row | null = null;
  #y = 0;
  /** Below the head of the page. */
  #start = 0;

  constructor(document: TableDocument) {
    this.#document = document;
    this.paper = new Paper(document);
    const all = document.columns.reduce((sum, { width }) => sum + width, 0);
    let x = MARGIN;
    this.#places = document.columns.map(({ width, right }) => {
      const place = { x: x + PADDING.x, room: (width / all) * this.paper.inner - 2 * PADDING.x };
      x += place.room + 2 * PADDING.x;
      return { ...place, align: right ? 'right' : 'left' };
    });
    const drawLetterhead = letterheadOf(this.paper, document);
    const titles = this.#rowOf({ kind: 'HEAD', level: 0, texts: document.columns.map(({ title }) => title) });
    this.paper.onPage = () => {
      drawLetterhead();
      this.#y = this.paper.top;
      if (this.#count > 0) this.#draw(titles);
      this.#start = this.#y;
    };
  }

  /** The first cell is indented by its depth in a tree, and takes as many columns. */
  #placeOf({ kind, level }: Line, index: number, span: number): Place {
    const place = this.#places[index] ?? { x: 0, room: 0, align: 'left' };
    if (index > 0 || kind === 'HEAD') return place;
    const last = this.#places[span - 1] ?? place;
    const x = place.x + level * INDENT;
    return { x, room: last.x + last.room - x };
  }

  #rowOf(line: Line): Row {
    const { kind, texts } = line;
    const style = kind === 'ROW' ? 'text' : 'bold';
    const span = spanOf(line);
    const cells: Row['cells'] = [];
    let lines = 1;
    for (let index = 0; index < this.#places.length; index = index === 0 ? span : index + 1) {
      const text = texts[index];
      if (text === undefined) throw new Error('A line has fewer texts than the table has columns');
      const place = this.#placeOf(line, index, span);
      const cell = { place, lines: this.paper.linesOf(style, text, place.room) };
      lines = Math.max(lines, cell.lines.length);
      cells.push(cell);
    }
    return { kind, style, cells, lines };
  }

  #heightOf({ style, lines }: Pick<Row, 'style' | 'lines'>): number {
    return lines * this.paper.heightOf(style) + 2 * PADDING.y + HAIR;
  }

  /** The row, or those of its lines that stand on this page. */
  #draw(row: Row, from = 0, to = row.lines): void {
    const { paper } = this;
    const { style, kind, cells } = row;
    const lineHeight = paper.heightOf(style);
    const height = this.#heightOf({ style, lines: to - from });
    if (kind === 'GROUP') paper.band('group', this.#y, height);
    const color = kind === 'HEAD' ? 'muted' : 'ink';
    for (const { place, lines } of cells) {
      let y = this.#y + PADDING.y;
      for (const line of to - from === row.lines ? lines : lines.slice(from, to)) {
        paper.write(style, line, place, y, color);
        y += lineHeight;
      }
    }
    this.#y += height;
    paper.band('rule', this.#y - HAIR, HAIR);
  }

  /** On a new page where it does not fit; broken only if it is higher than a page. */
  #place(row: Row, next = 0): void {
    const { paper } = this;
    const isBroken = this.#heightOf(row) > paper.bottom - this.#start;
    if (this.#y > this.#start && !isBroken && this.#y + this.#heightOf(row) + next > paper.bottom) paper.newPage();
    let from = 0;
    while (from < row.lines) {
      const room = paper.bottom - this.#y - 2 * PADDING.y - HAIR;
      const fits = Math.floor(room / paper.heightOf(row.style) + 1e-6);
      const to = Math.min(row.lines, from + Math.max(fits, this.#y > this.#start ? 0 : 1));
      if (to > from) this.#draw(row, from, to);
      if (to < row.lines) paper.newPage();
      from = to;
    }
  }

  add(line: TableLine): void {
    const row = this.#rowOf(line);
    this.#count += 1;
    if (this.#count === 1) this.paper.newPage();
    this.#placeHeld(row);
    this.#held = row;
  }

  /** A heading stays with its first row, and the total with the last one. */
  #placeHeld(next?: Row): void {
    const held = this.#held;
    if (!held) return;
    const stays = held.kind === 'GROUP' || next?.kind === 'TOTAL';
    this.#place(held, stays && next ? this.#heightOf(next) : 0);
  }

  #notes(): void {
    const { paper } = this;
    this.#y += 8;
    for (const line of this.#document.notes.flatMap((note) => paper.linesOf('text', note, paper.inner))) {
      if (this.#y + paper.heightOf('text') > paper.bottom) paper.newPage();
      paper.write('text', line, { x: MARGIN, room: paper.inner }, this.#y, 'muted');
      this.#y += paper.heightOf('text');
    }
  }

  #empty(): void {
    const { paper } = this;
    paper.newPage();
    for (const line of paper.linesOf('notice', this.#document.empty, paper.inner))
      paper.write('notice', line, { x: MARGIN, room: paper.inner, align: 'center' }, this.#y + 40, 'muted');
    this.#y += 40 + paper.heightOf('notice');
  }

  take(): Buffer | null {
    return this.paper.take();
  }

  /** Ends the file, whose rest is taken by going through `paper.document`. */
  *end(): Generator<undefined> {
    const { paper } = this;
    this.#placeHeld();
    if (this.#count === 0) this.#empty();
    else paper.band('ink', this.#y - 2 * HAIR, 2 * HAIR);
    // What follows the table stands below no head of it.
    this.#count = 0;
    this.#notes();
    yield* paper.end();
  }
}
