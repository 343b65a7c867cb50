import type { ImportCounts, ImportOutcome } from '#schema/engineering/imports/costDatabaseImport.ts';

/** A row of the file that is worth telling. */
export interface ReportRow {
  sheet: string;
  row: number;
  code: string | null;
  name: string | null;
  outcome: ImportOutcome;
  text: string;
}

/** The graver one stays when several things are told of a row. */
const GRAVITY: readonly ImportOutcome[] = ['NO_PRICE', 'WARNING', 'IGNORED', 'REJECTED'];

/** Collects what is told of the rows of a file; one entry a row, so that the counts add up to its rows. */
export class Report {
  #rows = 0;
  readonly #entries = new Map<string, ReportRow>();
  readonly #told: Record<ImportOutcome, number> = { REJECTED: 0, IGNORED: 0, WARNING: 0, NO_PRICE: 0 };

  /** Counts rows that were read. */
  count(rows: number): void {
    this.#rows += rows;
  }

  tell(entry: ReportRow): void {
    const key = `${entry.sheet}:${entry.row}`;
    const known = this.#entries.get(key);
    if (!known) {
      this.#entries.set(key, entry);
      this.#told[entry.outcome] += 1;
      return;
    }
    const outcome = GRAVITY.indexOf(entry.outcome) > GRAVITY.indexOf(known.outcome) ? entry.outcome : known.outcome;
    this.#told[known.outcome] -= 1;
    this.#told[outcome] += 1;
    const texts = outcome === known.outcome ? [known.text, entry.text] : [entry.text, known.text];
    this.#entries.set(key, { ...known, name: known.name ?? entry.name, outcome, text: texts.join(' ') });
  }

  /** By sheet, in the order in which they were read, and row. */
  get entries(): ReportRow[] {
    const sheets = [...new Set([...this.#entries.values()].map(({ sheet }) => sheet))];
    return [...this.#entries.values()].sort(
      (a, b) => sheets.indexOf(a.sheet) - sheets.indexOf(b.sheet) || a.row - b.row,
    );
  }

  get counts(): ImportCounts {
    return {
      rows: this.#rows,
      read: this.#rows - this.#entries.size,
      rejected: this.#told.REJECTED,
      ignored: this.#told.IGNORED,
      warnings: this.#told.WARNING,
      withoutPrice: this.#told.NO_PRICE,
    };
  }
}
