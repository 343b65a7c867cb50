import { INK, MARGIN, MUTED, Paper } from './paper.mjs';
import { letterheadOf } from './letterhead.mjs';

const PADDING = { x: 3, y: 2.5 };
const HAIR = 0.4;
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
    this.columns = head.columns.map(({ width, right }) => {
      const column = { x: x + PADDING.x, room: (width / all) * this.paper.inner - 2 * PADDING.x, right };
      x += column.room + 2 * PADDING.x;
      return { ...column, place: { x: column.x, room: column.room, align: right ? 'right' : 'left' } };
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

  /** Where the first cell stands, by its depth in a tree and the columns that it takes. */
  firstPlace({ kind, level }, span) {
    const [{ x, room, right }] = this.columns;
    const last = this.columns[span - 1];
    const indent = level * INDENT;
    const align = kind === 'HEAD' && right ? 'right' : 'left';
    return { x: x + indent, room: span > 1 ? last.x + last.room - x - indent : room - indent, align };
  }

  /** A line with its texts broken to the widths of the columns. */
  rowOf(line) {
    const { kind, texts } = line;
    const style = kind === 'ROW' ? 'text' : 'bold';
    const span = spanOf(line);
    const cells = [];
    let lines = 1;
    for (let index = 0; index < this.columns.length; index = index === 0 ? span : index + 1) {
      const place = index === 0 ? this.firstPlace(line, span) : this.columns[index].place;
      const cell = { place, lines: this.paper.linesOf(style, texts[index], place.room) };
      lines = Math.max(lines, cell.lines.length);
      cells.push(cell);
    }
    return { kind, style, cells, lines };
  }

  heightOf({ style, lines }) {
    return lines * this.paper.heightOf(style) + 2 * PADDING.y + HAIR;
  }

  /** The row, or those of its lines that stand on this page. */
  draw(row, from = 0, to = row.lines) {
    const { paper } = this;
    const { style, kind, cells } = row;
    const lineHeight = paper.heightOf(style);
    const height = (to - from) * lineHeight + 2 * PADDING.y + HAIR;
    if (kind === 'GROUP') paper.band('group', this.y, height);
    const color = kind === 'HEAD' ? MUTED : INK;
    for (const cell of cells) {
      const end = Math.min(to, cell.lines.length);
      for (let index = from; index < end; index += 1)
        paper.write(style, cell.lines[index], cell.place, this.y + PADDING.y + (index - from) * lineHeight, color);
    }
    this.y += height;
    paper.band('rule', this.y - HAIR, HAIR);
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
      paper.write('text', line, { x: MARGIN, room: paper.inner }, this.y, MUTED);
      this.y += paper.heightOf('text');
    }
  }

  empty() {
    const { paper } = this;
    paper.newPage();
    const [line] = paper.linesOf('notice', this.head.empty, paper.inner);
    paper.write('notice', line, { x: MARGIN, room: paper.inner, align: 'center' }, this.y + 40, MUTED);
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
    else paper.band(INK, this.y - 2 * HAIR, 2 * HAIR);
    // What follows the table stands below no head of it.
    this.count = 0;
    this.notes();
    paper.end();
  }
}
