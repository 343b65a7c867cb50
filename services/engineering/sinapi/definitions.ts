import { sql } from 'kysely';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import type { Definition, Line, Month } from './month.ts';

/** Type of an input whose classification is blank. */
const NO_TYPE = 'Outros';
const TYPE_LENGTH = 60;
const CLASS_LENGTH = 120;

/** Ids of units by their text, found whatever their case; those that are missing are made. */
const unitIds = async (trx: Trx, accountId: number, texts: readonly string[]): Promise<Map<string, number>> => {
  await sql`
    insert into units (account_id, acronyms, description)
    select distinct on (unit_key(u.text)) ${accountId}::bigint, u.text, u.text from unnest(${texts}::text[]) as u (text)
     where not exists (select from units r where r.account_id = ${accountId} and unit_key(r.acronyms) = unit_key(u.text))
     order by unit_key(u.text)
    on conflict do nothing`.execute(trx);
  const { rows } = await sql<{ text: string; id: number }>`
    select u.text, r.id from unnest(${texts}::text[]) as u (text)
      join units r on r.account_id = ${accountId} and unit_key(r.acronyms) = unit_key(u.text)`.execute(trx);
  return new Map(rows.map(({ text, id }) => [text, id]));
};

/** "MÃO DE OBRA" as "Mão de obra". */
const typeName = (group: string | null): string => {
  const text = (group ?? NO_TYPE).slice(0, TYPE_LENGTH).trim();
  return text === text.toUpperCase() ? text.charAt(0) + text.slice(1).toLowerCase() : text;
};

const typeIds = async (trx: Trx, accountId: number, names: readonly string[]): Promise<Map<string, number>> => {
  await sql`
    insert into product_types (account_id, name)
    select distinct on (search_key(u.text)) ${accountId}::bigint, u.text from unnest(${names}::text[]) as u (text)
     where not exists (select from product_types r where r.account_id = ${accountId} and search_key(r.name) = search_key(u.text))
     order by search_key(u.text)
    on conflict do nothing`.execute(trx);
  const { rows } = await sql<{ text: string; id: number }>`
    select u.text, r.id from unnest(${names}::text[]) as u (text)
      join product_types r on r.account_id = ${accountId} and search_key(r.name) = search_key(u.text)`.execute(trx);
  return new Map(rows.map(({ text, id }) => [text, id]));
};

/** Ids of the definitions of a catalogue by their keys, and whether any of them was not as the file has it. */
export interface StoredDefinitions {
  inputs: Map<string, number>;
  compositions: Map<string, number>;
  changed: number;
}

/** Definitions in columns: one parameter each, however many there are. */
const columnsOf = (definitions: readonly Definition[]) => ({
  codes: definitions.map(({ code }) => code),
  names: definitions.map(({ name }) => name),
  groups: definitions.map(({ group }) => group?.slice(0, CLASS_LENGTH) ?? null),
});

const writeInputs = async (
  trx: Trx,
  { accountId, catalogueId }: Place,
  { inputs }: Month,
  unitOf: (text: string) => number,
): Promise<{ ids: Map<string, number>; changed: number }> => {
  const definitions = [...inputs.values()];
  const { codes, names } = columnsOf(definitions);
  const types = definitions.map(({ group }) => typeName(group));
  const typeOf = await typeIds(trx, accountId, [...new Set(types)]);
  const source = sql`unnest(${codes}::text[], ${names}::text[], ${definitions.map(({ unit }) => unitOf(unit))}::bigint[],
    ${types.map((type) => typeOf.get(type) ?? 0)}::bigint[]) as f (code, name, unit_id, type_id)`;
  const updated = await sql`
    update product_definitions d set code = f.code, name = f.name, unit_id = f.unit_id, product_type_id = f.type_id
      from ${source} where d.account_id = ${accountId} and d.catalogue_id = ${catalogueId} and d.code_key = search_key(f.code)
       and (d.code, d.name, d.unit_id, d.product_type_id) is distinct from (f.code, f.name, f.unit_id, f.type_id)`.execute(
    trx,
  );
  const inserted = await sql`
    insert into product_definitions (account_id, catalogue_id, code, name, unit_id, product_type_id)
    select ${accountId}::bigint, ${catalogueId}::bigint, f.code, f.name, f.unit_id, f.type_id from ${source}
    on conflict (account_id, catalogue_id, code_key) do nothing`.execute(trx);
  const { rows } = await sql<{ id: number; key: string }>`
    select id, code_key as key from product_definitions
     where account_id = ${accountId} and catalogue_id = ${catalogueId}`.execute(trx);
  return { ids: new Map(rows.map(({ id, key }) => [key, id])), changed: affected(updated) + affected(inserted) };
};

const writeCompositions = async (
  trx: Trx,
  { accountId, catalogueId }: Place,
  { compositions }: Month,
  unitOf: (text: string) => number,
): Promise<{ ids: Map<string, number>; changed: number }> => {
  const definitions = [...compositions.values()];
  const { codes, names, groups } = columnsOf(definitions);
  const source = sql`unnest(${codes}::text[], ${names}::text[], ${definitions.map(({ unit }) => unitOf(unit))}::bigint[],
    ${groups}::text[]) as f (code, name, unit_id, class)`;
  const updated = await sql`
    update task_definitions d set code = f.code, description = f.name, unit_id = f.unit_id, class = f.class
      from ${source} where d.account_id = ${accountId} and d.catalogue_id = ${catalogueId} and d.code_key = search_key(f.code)
       and (d.code, d.description, d.unit_id, d.class) is distinct from (f.code, f.name, f.unit_id, f.class)`.execute(
    trx,
  );
  const inserted = await sql`
    insert into task_definitions (account_id, catalogue_id, code, description, unit_id, class)
    select ${accountId}::bigint, ${catalogueId}::bigint, f.code, f.name, f.unit_id, f.class from ${source}
    on conflict (account_id, catalogue_id, code_key) do nothing`.execute(trx);
  const { rows } = await sql<{ id: number; key: string }>`
    select id, code_key as key from task_definitions
     where account_id = ${accountId} and catalogue_id = ${catalogueId}`.execute(trx);
  return { ids: new Map(rows.map(({ id, key }) => [key, id])), changed: affected(updated) + affected(inserted) };
};

export const affected = ({ numAffectedRows }: { numAffectedRows?: bigint }): number => Number(numAffectedRows ?? 0n);

export interface Place {
  accountId: number;
  catalogueId: number;
}

/** "I:12:0.5;C:7:1": the lines of a composition as they are stored, to be compared with those of the file. */
const lineText = ({ inputs, compositions }: StoredDefinitions, { kind, key, coefficient }: Line): string =>
  `${kind === 'INPUT' ? 'I' : 'C'}:${(kind === 'INPUT' ? inputs : compositions).get(key)}:${coefficient}`;

const storedLines = async (trx: Trx, { accountId, catalogueId }: Place): Promise<Map<number, string>> => {
  const { rows } = await sql<{ id: number; lines: string }>`
    select i.definition_id as id, string_agg(
        coalesce('I:' || i.product_definition_id, 'C:' || i.child_definition_id) || ':' || i.coefficient, ';'
        order by i.position) as lines
      from task_definition_items i
      join task_definitions d on d.account_id = i.account_id and d.id = i.definition_id
     where d.account_id = ${accountId} and d.catalogue_id = ${catalogueId} group by 1`.execute(trx);
  return new Map(rows.map(({ id, lines }) => [id, lines]));
};

/** Lines that one statement writes. */
const BATCH = 20_000;

interface NewLine {
  definition: number;
  position: number;
  coefficient: string;
  input: number | null;
  composition: number | null;
}

/** An array of numbers as PostgreSQL writes it; faster than one parameter for each. */
export const literal = (values: readonly (number | string | null)[]): string =>
  `{${values.map((value) => (value === null || value === '' ? 'null' : value)).join(',')}}`;

const insertLines = async (trx: Trx, accountId: number, lines: readonly NewLine[]): Promise<void> => {
  for (let from = 0; from < lines.length; from += BATCH) {
    const batch = lines.slice(from, from + BATCH);
    const column = (of: (line: NewLine) => number | string | null) => literal(batch.map(of));
    await sql`
      insert into task_definition_items (account_id, definition_id, position, coefficient, product_definition_id, child_definition_id)
      select ${accountId}::bigint, * from unnest(
        ${column(({ definition }) => definition)}::bigint[], ${column(({ position }) => position)}::integer[],
        ${column(({ coefficient }) => coefficient)}::numeric[], ${column(({ input }) => input)}::bigint[],
        ${column(({ composition }) => composition)}::bigint[])`.execute(trx);
  }
};

/** Writes the lines of the compositions whose lines are others than those stored; returns how many such there are. */
const writeLines = async (trx: Trx, place: Place, month: Month, stored: StoredDefinitions): Promise<number> => {
  const before = await storedLines(trx, place);
  const lines: NewLine[] = [];
  const changed: number[] = [];
  for (const [key, definition] of stored.compositions) {
    const own = month.lines.get(key) ?? [];
    // What a code no longer published was made of stays known.
    if (!month.compositions.has(key)) continue;
    const text = own.map((line) => lineText(stored, line)).join(';');
    if (text === (before.get(definition) ?? '')) continue;
    changed.push(definition);
    own.forEach(({ kind, key: child, coefficient }, position) => {
      const input = kind === 'INPUT' ? (stored.inputs.get(child) ?? null) : null;
      const composition = kind === 'INPUT' ? null : (stored.compositions.get(child) ?? null);
      lines.push({ definition, position, coefficient, input, composition });
    });
  }
  if (before.size > 0) {
    await sql`delete from task_definition_items where account_id = ${place.accountId}
      and definition_id = any(${literal(changed)}::bigint[])`.execute(trx);
  }
  await insertLines(trx, place.accountId, lines);
  return changed.length;
};

/** Writes what the inputs and compositions of a month are; what is stored already and the same stays as it is. */
export const writeDefinitions = async (trx: Trx, place: Place, month: Month): Promise<StoredDefinitions> => {
  const texts = new Set([...month.inputs.values(), ...month.compositions.values()].map(({ unit }) => unit));
  const units = await unitIds(trx, place.accountId, [...texts]);
  const unitOf = (text: string): number => units.get(text) ?? 0;
  const inputs = await writeInputs(trx, place, month, unitOf);
  const compositions = await writeCompositions(trx, place, month, unitOf);
  const stored = {
    inputs: inputs.ids,
    compositions: compositions.ids,
    changed: inputs.changed + compositions.changed,
  };
  return { ...stored, changed: stored.changed + (await writeLines(trx, place, month, stored)) };
};
