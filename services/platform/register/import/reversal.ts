import { sql } from 'kysely';
import type { ImportUndoOutcome } from '#schema/platform/imports.ts';
import { ServiceError } from '../../errors.ts';
import type { Session } from '../../session.ts';
import type { Trx, Work } from '../../db/unitOfWork.ts';
import { changes, placeOf, toldOf, type Noun, type RegisterDefinition, type RegisterTable } from '../register.ts';
import { usesOfMany, type UsedRow, type Usage } from '../usages.ts';

/** A row that an import made or changed. */
export interface Written {
  id: number;
  /** Of the row after the import. */
  version: number;
  /** Earlier values of what changed; null for a row that the import made. */
  before: Record<string, unknown> | null;
}

/** What an undo did to a row; `reason` tells why it stays. */
export interface Undone {
  id: number;
  label: string;
  outcome: ImportUndoOutcome;
  reason?: string;
}

/** What is at hand while an import is taken back. */
export interface Undoing {
  trx: Trx;
  session: Session;
  /** The company of the address, where it names one. */
  companyId: number | null;
  work: Work;
}

/** Takes back what imports wrote to one register: the number of SQL statements does not depend on how many rows. */
export interface Reversal {
  /** English name of the rows in the history. */
  entity: string;
  /** Table that has their version. */
  table: string;
  /**
   * Answers every row that it is given: deleted, given its earlier values, or left as it is. Documents are taken back as a
   * whole, or refused by throwing.
   */
  takeBack: (undoing: Undoing, written: readonly Written[]) => Promise<Undone[]>;
}

/** A stored row, held until the end of the transaction. */
export type HeldRow = Record<string, unknown> & { id: number; account_id: number; version: number };

/** A row that is to have its earlier values again. */
export interface Restored {
  row: HeldRow;
  before: Record<string, unknown>;
}

export interface ReversalRules {
  /** Column by which a row is called, or the text itself. */
  label: string | ((row: HeldRow) => string);
  /** Holds rows; those of the table without it. */
  hold?: (undoing: Undoing, ids: readonly number[]) => Promise<HeldRow[]>;
  /** Refuses by throwing that the user deletes or changes the row. */
  check?: (undoing: Undoing, row: HeldRow) => void | Promise<void>;
  /** Deletes what goes with deleted rows. */
  removed?: (undoing: Undoing, rows: readonly HeldRow[]) => Promise<void>;
  /** Gives rows their earlier values, writes their history, and answers why others stay, by their ids. */
  restore?: (undoing: Undoing, rows: readonly Restored[]) => Promise<ReadonlyMap<number, string>>;
}

const HELD = 'Em uso por outro cadastro.';
const GONE = { label: 'Cadastro excluído', reason: 'Já foi excluído depois da importação.' };
const CONFLICT = 'O que tinha antes não cabe mais: outro cadastro mudou depois da importação.';

/** Rows of a table that are about to be deleted or changed. */
const holdRows = async ({ trx, session }: Undoing, table: string, ids: readonly number[]): Promise<HeldRow[]> => {
  const { rows } = await sql<HeldRow>`
    select * from ${sql.table(table)} where account_id = ${session.accountId} and id = any(${[...ids]}::bigint[])
     order by id for update`.execute(trx);
  return rows;
};

/** Deletes rows that nothing refers to, and answers their ids. */
export const deleteUnreferenced = async (
  { trx, session }: Undoing,
  table: string,
  ids: readonly number[],
): Promise<Set<number>> => {
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ id: number }>`
    select unnest(delete_unreferenced(${table}::regclass, ${session.accountId}, ${[...ids]}::bigint[])) as id`.execute(
    trx,
  );
  return new Set(rows.map(({ id }) => id));
};

/** Sentences about one row, in the gender of its noun. */
const sentences = ({ feminine }: Noun) => {
  const ending = feminine ? 'a' : 'o';
  return {
    changed: `Foi alterad${ending} depois da importação.`,
    used: (uses: string) => `Está em uso por ${uses}.`,
  };
};

/** What a register knows of its rows, once their types are of no more use. */
type LooseDefinition = Omit<RegisterDefinition<RegisterTable>, 'noun' | 'usages'> & {
  noun: Noun | ((row: HeldRow) => Noun);
  usages: (row: UsedRow<HeldRow>) => Usage[];
};

/** Takes back rows of a register by what the register knows of them: what uses them, how they are called, what is personal. */
export const reversalOf = <T extends RegisterTable>(
  definition: RegisterDefinition<T>,
  rules: ReversalRules,
): Reversal => {
  // Safe cast: the rows come from the table of the definition.
  const known = definition as unknown as LooseDefinition;
  const { table, entity } = known;
  const nounOfRow = (row: HeldRow): Noun => (typeof known.noun === 'function' ? known.noun(row) : known.noun);
  const labelOf = (row: HeldRow): string =>
    typeof rules.label === 'function' ? rules.label(row) : String(row[rules.label]);

  const refusalOf = async (undoing: Undoing, row: HeldRow): Promise<string | undefined> => {
    try {
      await rules.check?.(undoing, row);
      return undefined;
    } catch (error) {
      if (error instanceof ServiceError) return error.message;
      throw error;
    }
  };

  const remove = async (undoing: Undoing, rows: readonly HeldRow[], left: Map<number, string>): Promise<void> => {
    const { trx, session, work } = undoing;
    const pairs = rows.map((row) => ({ id: row.id, row }));
    const uses = await usesOfMany(trx, session.accountId, pairs, known.usages);
    const unused = rows.filter(({ id }) => !uses.has(id));
    const ids = unused.map(({ id }) => id);
    const gone = await deleteUnreferenced(undoing, table, ids);
    for (const row of rows) {
      const by = uses.get(row.id);
      if (by !== undefined) left.set(row.id, sentences(nounOfRow(row)).used(by));
      else if (!gone.has(row.id)) left.set(row.id, HELD);
      else work.audit({ action: 'delete', entity, entityId: row.id, details: toldOf(known, row), ...placeOf(row) });
    }
    const removed = rows.filter(({ id }) => gone.has(id));
    if (removed.length > 0) await rules.removed?.(undoing, removed);
  };

  const restoreColumns = async (
    { trx, session, work }: Undoing,
    rows: readonly Restored[],
  ): Promise<ReadonlyMap<number, string>> => {
    const columns = [...new Set(rows.flatMap(({ before }) => Object.keys(before)))];
    const wanted = JSON.stringify(rows.map(({ row, before }) => ({ ...row, ...before })));
    const { rows: written } = await sql<{ id: number }>`
      select unnest(restore_rows(${table}::regclass, ${session.accountId}, ${columns}::text[], ${wanted}::jsonb)) as id`.execute(
      trx,
    );
    const ids = new Set(written.map(({ id }) => id));
    for (const { row, before } of rows.filter(({ row: { id } }) => ids.has(id))) {
      work.audit({ action: 'update', entity, entityId: row.id, details: changes(row, before) });
    }
    return new Map(rows.flatMap(({ row: { id } }) => (ids.has(id) ? [] : [[id, CONFLICT] as const])));
  };

  const takeBack: Reversal['takeBack'] = async (undoing, written) => {
    const ids = written.map(({ id }) => id);
    const held = await (rules.hold?.(undoing, ids) ?? holdRows(undoing, table, ids));
    const rows = new Map(held.map((row) => [row.id, row]));
    const left = new Map<number, string>();
    const made: HeldRow[] = [];
    const changed: Restored[] = [];
    for (const { id, version, before } of written) {
      const row = rows.get(id);
      if (!row) continue;
      const refusal = row.version === version ? await refusalOf(undoing, row) : sentences(nounOfRow(row)).changed;
      if (refusal !== undefined) left.set(id, refusal);
      else if (before === null) made.push(row);
      else changed.push({ row, before });
    }
    // Deleted rows may hold what others had before: a CPF, a name.
    if (made.length > 0) await remove(undoing, made, left);
    if (changed.length > 0) {
      const kept = await (rules.restore ?? restoreColumns)(undoing, changed);
      for (const [id, reason] of kept) left.set(id, reason);
    }
    return written.map(({ id, before }): Undone => {
      const row = rows.get(id);
      if (!row) return { id, outcome: 'LEFT', ...GONE };
      const label = labelOf(row);
      const reason = left.get(id);
      if (reason !== undefined) return { id, label, outcome: 'LEFT', reason };
      return { id, label, outcome: before === null ? 'REMOVED' : 'RESTORED' };
    });
  };
  return { entity, table, takeBack };
};
