import { csvText } from '#domain/files/csvTable.ts';
import { SHEET_STYLES, sheetText } from '#domain/files/sheetTable.ts';
import type { Cell, TableText } from '#domain/files/table.ts';
import { workbookAround } from '#domain/files/workbook.ts';
import type { ExportBody } from '#schema/lists/export.ts';
import type { ListFile } from './lists/list.ts';
import type { Spool } from './spool.ts';

const sizeOf = (parts: readonly Uint8Array[]): number => parts.reduce((size, part) => size + part.length, 0);

/** A file in the making: its rows are on disk, and what stands around them follows from their size. */
export class TableFile {
  #text: TableText;

  constructor(
    private readonly file: ListFile,
    private readonly format: ExportBody['format'],
    private readonly spool: Spool,
  ) {
    this.#text = this.#begin();
  }

  #begin(): TableText {
    return this.format === 'csv' ? csvText(this.file.titles) : sheetText(this.file.titles);
  }

  /** Begins anew. */
  async clear(): Promise<void> {
    await this.spool.clear();
    this.#text = this.#begin();
  }

  write(rows: readonly (readonly Cell[])[]): Promise<void> {
    return this.spool.write(this.#text.write(rows));
  }

  /** The whole file, once. */
  async end(): Promise<{ size: number; bytes: () => AsyncGenerator<Uint8Array> }> {
    const { spool } = this;
    await spool.write(this.#text.end());
    const { before, after } =
      this.format === 'csv'
        ? { before: [], after: [] }
        : workbookAround({ title: this.file.title, sheet: { size: spool.size, crc: spool.crc }, styles: SHEET_STYLES });
    return {
      size: sizeOf(before) + spool.size + sizeOf(after),
      bytes: async function* () {
        yield* before;
        yield* spool.read();
        yield* after;
      },
    };
  }
}
