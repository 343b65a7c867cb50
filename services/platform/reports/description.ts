import type { Regime } from '#domain/financial/financialStatement/lines.ts';
import type { IsoDate } from '#domain/dates.ts';
import type { ReportEntry, ReportGroup } from '#schema/reports/reports.rest.ts';
import type { Access } from '../access.ts';
import type { Clock } from '../clock.ts';
import type { Session } from '../session.ts';
import type { Trx } from '../db/unitOfWork.ts';

/** How the cells of a column are written; amounts are decimal text, days YYYY-MM-DD, percentages "12.5". */
export type ColumnKind = 'TEXT' | 'DATE' | 'MONEY' | 'PRICE' | 'PERCENT' | 'QUANTITY' | 'COUNT';

export interface Column {
  title: string;
  kind: ColumnKind;
  /** Relative to the other columns. */
  width: number;
  /** Added up by group and over all rows. */
  sum?: boolean;
}

export type Cell = string | null;

/** A row of a report. Rows of one group follow each other. */
export interface Row {
  cells: readonly Cell[];
  group?: string;
  /** Stands out, and is not added up: it is a sum or a balance itself. */
  strong?: boolean;
  /** Depth in a tree; not added up below 0, since its ancestors have it. */
  level?: number;
}

/** What a report says for its parameters. */
export interface Content {
  columns: readonly Column[];
  rows: AsyncIterable<Row> | Iterable<Row>;
  /** Facts besides period, obra, wallet, regime and grouping: they stand below the title. */
  about?: readonly string[];
  notes?: readonly string[];
  /** The sums of all rows where adding up does not give them (trees, quotients); null for a report without any. */
  totals?: readonly Cell[] | null;
  /** Number and sums of all rows, from the store of the screen: spares a preview from reading every row. */
  summary?: { count: number; totals: readonly Cell[] };
}

/** Parameters as read: those that a report has are set where it requires them. */
export interface Asked {
  session: Session;
  companyId: number;
  clock: Clock;
  today: IsoDate;
  from: IsoDate;
  to: IsoDate;
  building: { id: number; name: string } | null;
  wallet: { id: number; name: string } | null;
  regime: Regime;
  grouping: string;
}

/** One report: preview, PDF, XLSX and CSV are made from this alone. */
export interface ReportDescription {
  report: string;
  title: string;
  group: ReportGroup;
  description: string;
  access: Access;
  period: ReportEntry['period'];
  /** Its days are mostly to come. */
  ahead?: boolean;
  building?: 'OPTIONAL' | 'REQUIRED';
  wallet?: boolean;
  regime?: boolean;
  /** The first one is the default. */
  groupings?: readonly { grouping: string; title: string }[];
  landscape?: boolean;
  read(trx: Trx, asked: Asked): Promise<Content>;
}
