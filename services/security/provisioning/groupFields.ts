import { readPath, type Condition } from './filters.ts';
import { bodyOf, lowerKeys, type Operation } from './patch.ts';
import { badPath, badSyntax, badValue, isRecord, readOnlyPath, ScimError, textOf, URN, wordOf } from './protocol.ts';

export interface GroupDraft {
  displayName: string;
  externalId: string | null;
}

/** What a request does to the members, in its order. */
export type MemberStep = { kind: 'add' | 'remove' | 'set'; ids: readonly number[] };

export interface GroupChange extends GroupDraft {
  members: readonly MemberStep[];
}

/** Most members that one request names. */
const MOST_MEMBERS = 5_000;
const READ_ONLY = new Set(['id', 'meta', 'schemas']);

const idOf = (value: unknown): number => {
  if (typeof value !== 'string' || !/^[1-9]\d{0,15}$/.test(value)) {
    throw badValue('Cada membro precisa do "value" de um usuário daqui.');
  }
  return Number(value);
};

const memberIds = (value: unknown): number[] => {
  const list = Array.isArray(value) ? value : [value];
  if (list.length > MOST_MEMBERS) throw new ScimError(413, `Um pedido tem no máximo ${MOST_MEMBERS} membros.`);
  const ids = list.map((item) => {
    if (!isRecord(item)) return idOf(item);
    const { value: id, type } = lowerKeys(item);
    if (type !== undefined && type !== null && wordOf(type) !== 'user') {
      throw badValue('Um grupo tem só usuários como membros, e não outros grupos.');
    }
    return idOf(id);
  });
  return [...new Set(ids)];
};

const memberStep = ({ op, value }: Pick<Operation, 'op' | 'value'>, filter: Condition | null): MemberStep => {
  if (filter) {
    if (filter.attribute !== 'value' || op !== 'remove') throw badPath('members[…]');
    return { kind: 'remove', ids: [idOf(filter.value)] };
  }
  // Entra names the members that leave in the value; without one all of them leave.
  const all = value === undefined || value === null;
  if (op === 'remove') return all ? { kind: 'set', ids: [] } : { kind: 'remove', ids: memberIds(value) };
  return { kind: op === 'add' ? 'add' : 'set', ids: all ? [] : memberIds(value) };
};

const apply = (change: GroupChange & { members: MemberStep[] }, operation: Operation, named: boolean): void => {
  const text = operation.path ?? '';
  const refuse = named ? badPath(text) : badSyntax(`Não há o atributo "${text.slice(0, 200)}".`);
  const path = readPath(text);
  if (!path || (path.schema !== null && path.schema !== URN.group.toLowerCase())) throw refuse;
  const { attribute, filter, sub } = path;
  if (attribute === 'members' && sub === null) {
    change.members.push(memberStep(operation, filter));
    return;
  }
  if (filter || sub !== null) throw refuse;
  const value = operation.op === 'remove' ? undefined : operation.value;
  if (attribute === 'displayname') {
    const name = textOf(value, 'displayName');
    if (name === null) throw badValue('Falta "displayName".');
    change.displayName = name;
  } else if (attribute === 'externalid') change.externalId = textOf(value, 'externalId');
  else if (READ_ONLY.has(attribute)) {
    if (named) throw readOnlyPath(text);
  } else throw refuse;
};

/** Reads a whole group; its members are those that are named. */
export const readGroup = (body: unknown): GroupChange => {
  const change = { displayName: '', externalId: null, members: [{ kind: 'set' as const, ids: [] }] as MemberStep[] };
  for (const [key, value] of Object.entries(bodyOf(body, URN.group))) {
    apply(change, { op: 'replace', path: key, value }, false);
  }
  if (change.displayName === '') throw badValue('Falta "displayName".');
  return change;
};

export const patchGroup = (before: GroupDraft, operations: readonly Operation[]): GroupChange => {
  const change = { ...before, members: [] as MemberStep[] };
  for (const operation of operations) {
    if (operation.path !== null) {
      apply(change, operation, true);
      continue;
    }
    if (!isRecord(operation.value)) throw badSyntax('Sem "path", "value" precisa ser um objeto.');
    // Okta renames a group by an object that repeats its id.
    for (const [key, value] of Object.entries(operation.value))
      apply(change, { op: operation.op, path: key, value }, false);
  }
  const named = change.members.reduce((sum, { ids }) => sum + ids.length, 0);
  if (named > MOST_MEMBERS) throw new ScimError(413, `Um pedido tem no máximo ${MOST_MEMBERS} membros.`);
  return change;
};
