import { sql } from 'kysely';
import { MAX_GROUP_LEVEL } from '#domain/productGroupTree.ts';
import { groupCode } from '#domain/productGroups.ts';
import { normalizeSpaces } from '#domain/text.ts';
import { productGroupImport } from '#schema/purchase/productGroups.import.ts';
import { ProductGroupName, productGroupEndpoints } from '#schema/purchase/productGroups.rest.ts';
import type { Work } from '../../platform/db/unitOfWork.ts';
import type { Importer, Importing } from '../../platform/register/import/importer.ts';
import { refuse, type Line } from '../../platform/register/import/lines.ts';
import { keysOf } from '../../platform/register/import/references.ts';
import { productGroupReversal } from './reversal.ts';
import { GROUP_NOT_FOUND } from './store.ts';
import { holdTree, PROBLEMS } from './tree.ts';

interface StoredGroup {
  id: number;
  parent_id: number | null;
  place: number[];
  name: string;
  key: string;
  active: boolean;
  used: boolean;
}

type GroupLine = Line<StoredGroup>;
/** Where a row is: in a stored group, in the group of another line, or at the top. */
type Parent = StoredGroup | GroupLine | null;

const AMBIGUOUS = 'Há mais de um grupo com este nome: escreva o código dele.';
const PARENT_FAILED = 'O grupo em que este fica tem um erro.';

const isLine = (parent: Parent): parent is GroupLine => parent !== null && 'texts' in parent;
const nameOf = ({ values }: GroupLine): string => normalizeSpaces(String(values['name'] ?? ''));
const textOf = (line: GroupLine, field: 'code' | 'parent'): string => normalizeSpaces(String(line.values[field] ?? ''));

/** 1.2 and 01.02 are the same place. */
const codeKey = (code: string): string =>
  code
    .split('.')
    .map((part) => (/^\d+$/.test(part) ? String(Number(part)) : part.toLowerCase()))
    .join('.');

/** A place that a whole file says nothing of is that of the group with this name. */
const SOMEWHERE = Symbol('somewhere');

/** What rows of one import are found by. */
class Tree {
  readonly parents = new Map<GroupLine, Parent | typeof SOMEWHERE>();
  readonly #byCode = new Map<string, GroupLine>();
  readonly #byName = new Map<string, GroupLine[]>();
  readonly #storedByCode: Map<string, StoredGroup>;

  constructor(
    readonly stored: readonly StoredGroup[],
    readonly lines: readonly GroupLine[],
    readonly keys: ReadonlyMap<string, string>,
    readonly placed: boolean,
  ) {
    this.#storedByCode = new Map(stored.map((group) => [codeKey(groupCode(group.place)), group]));
    for (const line of lines) {
      const key = this.keyOf(nameOf(line));
      this.#byName.set(key, [...(this.#byName.get(key) ?? []), line]);
      const code = textOf(line, 'code');
      if (code !== '' && !this.#byCode.has(codeKey(code))) this.#byCode.set(codeKey(code), line);
    }
  }

  keyOf(text: string): string {
    return this.keys.get(text) ?? text;
  }

  /** Finds the parent that a line names; refuses the line where there is none. */
  parentOf(line: GroupLine): Parent | typeof SOMEWHERE {
    const text = textOf(line, 'parent');
    if (text !== '') return this.#named(line, text);
    const above = codeKey(textOf(line, 'code')).split('.').slice(0, -1).join('.');
    if (above === '') return this.placed ? null : SOMEWHERE;
    const found = this.#byCode.get(above) ?? this.#storedByCode.get(above);
    if (found === undefined) refuse(line, 'code', `Não há um grupo ${above} para este ficar dentro.`);
    return found ?? null;
  }

  #named(line: GroupLine, text: string): Parent {
    const coded = this.#byCode.get(codeKey(text)) ?? this.#storedByCode.get(codeKey(text));
    if (coded) return coded;
    const inFile = (this.#byName.get(this.keyOf(text)) ?? []).filter((other) => other !== line);
    const found: Parent[] = inFile.length > 0 ? inFile : this.stored.filter(({ key }) => key === this.keyOf(text));
    const [one] = found;
    if (found.length > 1) refuse(line, 'parent', AMBIGUOUS);
    else if (one === undefined) refuse(line, 'parent', GROUP_NOT_FOUND);
    return one ?? null;
  }
}

/** Settles each line after the one it is inside of. */
const settleTree = (tree: Tree): void => {
  const children = new Map<string, StoredGroup>();
  const byName = new Map<string, StoredGroup[]>();
  for (const group of tree.stored) {
    children.set(`${group.parent_id ?? 0}/${group.key}`, group);
    byName.set(group.key, [...(byName.get(group.key) ?? []), group]);
  }
  const levels = new Map<GroupLine, number>();
  const seen = new Map<string, number>();

  const somewhere = (line: GroupLine): StoredGroup | undefined => {
    const found = byName.get(tree.keyOf(nameOf(line))) ?? [];
    if (found.length > 1) refuse(line, 'name', AMBIGUOUS);
    return found[0];
  };

  const settle = (line: GroupLine): number => {
    const known = levels.get(line);
    if (known !== undefined) return known;
    levels.set(line, 0);
    const parent = tree.parents.get(line) ?? null;
    if (parent === SOMEWHERE) line.existing = somewhere(line);
    const inside = parent === SOMEWHERE ? null : parent;
    const above = isLine(inside) ? settle(inside) : (inside?.place.length ?? 0);
    if (isLine(inside) && above === 0) refuse(line, 'parent', PROBLEMS.CYCLE.message);
    const within = isLine(inside) ? (inside.existing?.id ?? `line ${inside.line}`) : (inside?.id ?? 0);
    const place = `${within}/${tree.keyOf(nameOf(line))}`;
    line.existing ??= children.get(place);
    if (!line.existing) delete line.existing;
    const earlier = seen.get(place);
    if (earlier !== undefined) refuse(line, 'name', `Repete a linha ${earlier}.`);
    else seen.set(place, line.line);
    if (above >= MAX_GROUP_LEVEL) refuse(line, 'parent', PROBLEMS.DEPTH.message);
    if (!line.existing) refuseInside(line, inside);
    levels.set(line, above + 1);
    return above + 1;
  };
  tree.lines.forEach(settle);
};

const refuseInside = (line: GroupLine, parent: Parent): void => {
  const stored = isLine(parent) ? parent.existing : parent;
  const field = line.texts['parent'] === undefined && line.texts['code'] !== undefined ? 'code' : 'parent';
  if (stored?.used) {
    refuse(line, field, `O grupo ${stored.name} tem insumos: mova-os antes de criar grupos dentro dele.`);
  } else if (isLine(parent) && parent.problems.length > 0) refuse(line, field, PARENT_FAILED);
};

const load = async ({ trx, session, dryRun }: Importing): Promise<StoredGroup[]> => {
  if (!dryRun) await holdTree(trx, session.accountId);
  const { rows } = await sql<StoredGroup>`
    select g.id, g.parent_id, g.place, g.name, search_key(g.name) as key, g.active, exists (
             select from product_definitions d where d.account_id = g.account_id and d.product_group_id = g.id) as used
      from product_groups g where g.account_id = ${session.accountId} order by g.place`.execute(trx);
  return rows;
};

/** Lines by the group that they are made in: the key of a parent is known once its own level is made. */
const levelsOf = (lines: readonly GroupLine[], parents: ReadonlyMap<GroupLine, Parent>): GroupLine[][] => {
  const waiting = new Set(lines);
  const levels: GroupLine[][] = [];
  while (waiting.size > 0) {
    const ready = [...waiting].filter((line) => {
      const parent = parents.get(line) ?? null;
      return !isLine(parent) || !waiting.has(parent);
    });
    if (ready.length === 0) throw new Error('Groups inside each other were not refused');
    ready.forEach((line) => waiting.delete(line));
    levels.push(ready);
  }
  return levels;
};

/** Where lines are, and what is there already. */
interface Places {
  parents: ReadonlyMap<GroupLine, Parent>;
  stored: readonly StoredGroup[];
}

const match = async (importing: Importing, lines: readonly GroupLine[]): Promise<Places> => {
  const stored = await load(importing);
  const names = lines.flatMap((line) => [nameOf(line), textOf(line, 'parent')]);
  const keys = await keysOf(importing.trx, names);
  const placed = ['code', 'parent'].some((field) => importing.request.columns.includes(field));
  const tree = new Tree(stored, lines, keys, placed);
  for (const line of lines) tree.parents.set(line, tree.parentOf(line));
  settleTree(tree);
  const parents = new Map([...tree.parents].map(([line, parent]) => [line, parent === SOMEWHERE ? null : parent]));
  return { parents, stored };
};

const changesOf = (line: GroupLine, { name, active }: StoredGroup): string[] => [
  ...(nameOf(line) === name ? [] : ['name']),
  ...(line.values['active'] === undefined || line.values['active'] === active ? [] : ['active']),
];

/** Makes groups at the end of those they are in, one statement a level. */
const insert = async (
  { trx, session }: Importing,
  work: Work,
  lines: readonly GroupLine[],
  { parents, stored }: Places,
): Promise<void> => {
  const counts = new Map<number | null, number>();
  for (const { parent_id } of stored) counts.set(parent_id, (counts.get(parent_id) ?? 0) + 1);
  const places = new Map<GroupLine, number[]>();
  const rowOf = (line: GroupLine) => {
    const parent = parents.get(line) ?? null;
    const existing = isLine(parent) ? parent.existing : parent;
    const parent_id = existing?.id ?? (isLine(parent) ? (parent.id ?? null) : null);
    const above = existing?.place ?? (isLine(parent) ? (places.get(parent) ?? []) : []);
    const position = (counts.get(parent_id) ?? 0) + 1;
    counts.set(parent_id, position);
    places.set(line, [...above, position]);
    return { parent_id, place: [...above, position], name: nameOf(line), active: line.values['active'] ?? true };
  };
  for (const level of levelsOf(lines, parents)) {
    const rows = level.map(rowOf);
    const made = await sql<{ id: number }>`
      insert into product_groups (account_id, parent_id, place, name, active)
      select ${session.accountId}, parent_id, place, name, active
        from jsonb_populate_recordset(null::product_groups, ${JSON.stringify(rows)}::jsonb)
      returning id`.execute(trx);
    made.rows.forEach(({ id }, index) => {
      const line = level[index];
      if (line) line.id = id;
      const details = { account_id: session.accountId, ...rows[index] };
      work.audit({ action: 'create', entity: 'productGroup', entityId: id, details });
    });
  }
};

const update = async ({ trx, session }: Importing, work: Work, lines: readonly GroupLine[]): Promise<void> => {
  const rows = lines.flatMap((line) => {
    const { existing } = line;
    if (!existing) return [];
    return [{ id: existing.id, name: nameOf(line), active: line.values['active'] ?? existing.active, existing, line }];
  });
  const after = JSON.stringify(rows.map(({ id, name, active }) => ({ id, name, active })));
  await sql`update product_groups g set name = n.name, active = n.active, version = g.version + 1
      from jsonb_populate_recordset(null::product_groups, ${after}::jsonb) n
     where g.account_id = ${session.accountId} and g.id = n.id`.execute(trx);
  for (const { id, name, active, existing, line } of rows) {
    const now = { name, active };
    const details = Object.fromEntries(
      line.changed.map((field) => [field, [Reflect.get(existing, field), Reflect.get(now, field)]]),
    );
    work.audit({ action: 'update', entity: 'productGroup', entityId: id, details });
  }
};

/** Product groups from a spreadsheet: found by their name in the group that they are in. */
export const productGroupImporter: Importer<StoredGroup, Places> = {
  description: productGroupImport,
  create: { ...productGroupEndpoints.create, body: ProductGroupName },
  match,
  changesOf,
  insert,
  update,
  reversal: productGroupReversal,
  earlierOf: ({ changed }, { name, active }) =>
    Object.fromEntries(Object.entries({ name, active }).filter(([field]) => changed.includes(field))),
};
