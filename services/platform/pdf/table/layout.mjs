import { MARGIN, MUTED, Paper } from './paper.mjs';
import { letterheadOf } from './letterhead.mjs';

const PADDING = { x: 3, y: 2.5 };
const HAIR = 0.4;
const RULE = '#e1e6ea';
const LAST_RULE = '#17242b';
const GROUP = '#eef3f5';
const INDENT = 8;

/** The name of a group, or of the total, takes the columns before the first sum. */
const spanOf = ({ kind, texts }) => {
  if (kind !== 'GROUP' && kind !== 'TOTAL') return 1;
  const first = texts.findIndex((text, index) => index > 0 && text !== '');
  return first < 0 ? texts.length : first;
};

/** A table that is laid out as its lines come. */
export class TableLayout {
  constructor(head) {
    this.head = head;
    this.paper = new Paper(head);
    const all = head.columns.reduce((sum, { width }) => sum + width, 0);
    let x = MARGIN;
    this.columns = head.columns.map((column) => {
      const width = (column.width / all) * this.paper.inner;
      const placed = { ...column, x, width };
      x += width;
      return placed;
    });
    const drawLetterhead = letterheadOf(this.paper, head);
    this.titles = this.rowOf({ kind: 'HEAD', level: 0, texts: head.columns.map(({ title }) => title) });
    this.paper.onPage = () => {
      drawLetterhead();
      this.y = this.paper.top;
      if (this.count > 0) this.draw(this.titles);
      this.start = this.y;
    };
    this.count = 0;
    /** The last row: what follows it says whether they must not part. */
    this.held = null;
  }

  /** A line with its texts broken to the widths of the columns. */
  rowOf({ kind, level, texts }) {
    const style = kind === 'ROW' ? 'text' : 'bold';
    const span = spanOf({ kind, texts });
    const cells = this.columns.flatMap(({ x, width, right }, index) => {
      if (index > 0 && index < span) return [];
      const indent = index === 0 ? level * INDENT : 0;
      const spanned = index === 0 ? this.columns.slice(0, span).reduce((sum, one) => sum + one.width, 0) : width;
      const room = spanned - 2 * PADDING.x - indent;
      const align = right && (index > 0 || kind === 'HEAD') ? 'right' : 'left';
      return [{ x: x + PADDING.x + indent, room, align, lines: this.paper.linesOf(style, texts[index], room) }];
    });
    const lines = cells.reduce((most, cell) => Math.max(most, cell.lines.length), 1);
    return { kind, style, cells, lines };
  }

  heightOf({ style, lines }) {
    return lines * this.paper.heightOf(style) + 2 * PADDING.y + HAIR;
  }

  /** The row, or those of its lines that stand on this page. */
  draw(row, from = 0, to = row.lines) {
    const { paper } = this;
    const height = this.heightOf({ style: row.style, lines: to - from });
    const line = { x: MARGIN, width: paper.inner };
    if (row.kind === 'GROUP') paper.fill(GROUP, { ...line, y: this.y, height });
    for (const { lines, ...place } of row.cells) {
      const color = row.kind === 'HEAD' ? MUTED : undefined;
      for (const [index, shaped] of lines.slice(from, to).entries()) {
        const y = this.y + PADDING.y + index * paper.heightOf(row.style);
        paper.write(row.style, shaped, { ...place, y, color });
      }
    }
    this.y += height;
    paper.fill(RULE, { ...line, y: this.y - HAIR, height: HAIR });
  }

  /** On a new page where it does not fit; broken only if it is higher than a page. */
  place(row, next = 0) {
    const { paper } = this;
    const isBroken = this.heightOf(row) > paper.bottom - this.start;
    if (this.y > this.start && !isBroken && this.y + this.heightOf(row) + next > paper.bottom) paper.newPage();
    let from = 0;
    while (from < row.lines) {
      const room = paper.bottom - this.y - 2 * PADDING.y - HAIR;
      const fits = Math.floor(room / paper.heightOf(row.style) + 1e-6);
      const to = Math.min(row.lines, from + Math.max(fits, this.y > this.start ? 0 : 1));
      if (to > from) this.draw(row, from, to);
      if (to < row.lines) paper.newPage();
      from = to;
    }
  }

  add(line) {
    const row = this.rowOf(line);
    this.count += 1;
    if (this.count === 1) this.paper.newPage();
    this.placeHeld(row);
    this.held = row;
  }

  /** A heading stays with its first row, and the total with the last one. */
  placeHeld(next) {
    const { held } = this;
    if (!held) return;
    const stays = next && (held.kind === 'GROUP' || next.kind === 'TOTAL');
    this.place(held, stays ? this.heightOf(next) : 0);
  }

  notes() {
    const { paper } = this;
    this.y += 8;
    for (const line of this.head.notes.flatMap((note) => paper.linesOf('text', note, paper.inner))) {
      if (this.y + paper.heightOf('text') > paper.bottom) paper.newPage();
      paper.write('text', line, { x: MARGIN, y: this.y, room: paper.inner, color: MUTED });
      this.y += paper.heightOf('text');
    }
  }

  empty() {
    const { paper } = this;
    paper.newPage();
    const [line] = paper.linesOf('notice', this.head.empty, paper.inner);
    paper.write('notice', line, { x: MARGIN, y: this.y + 40, room: paper.inner, align: 'center', color: MUTED });
    this.y += 40 + paper.heightOf('notice');
  }

  take() {
    return this.paper.take();
  }

  /** Ends the file, whose rest is taken by going through `paper.document`. */
  end() {
    const { paper } = this;
    this.placeHeld();
    if (this.count === 0) this.empty();
    else paper.fill(LAST_RULE, { x: MARGIN, y: this.y - 2 * HAIR, width: paper.inner, height: 2 * HAIR });
    // What follows the table stands below no head of it.
    this.count = 0;
    this.notes();
    paper.end();
  }
}
