import { judgeRest } from './judge.ts';
import type { Route } from './twinTenants/endpoints.ts';
import type { Draft, Target } from './twinTenants/target.ts';

/** Names of filters and sort fields that try to reach other data. */
const HOSTILE_KEYS = [
  ...[
    '__proto__',
    'constructor',
    'prototype',
    'hasOwnProperty',
    'toString',
    'account_id',
    'accountId',
    'password_hash',
  ],
  ...[
    "name'--",
    'name;drop table users',
    '(select 1)',
    'name) or 1=1 --',
    '1',
    'id,pg_sleep(9)',
    'name desc',
    'ctid::text',
  ],
  ...['../../id', 'a[b]', 'a.b.c', '$where', '%00', 'x'.repeat(400), '😀', ' ', 'company.account.id'],
] as const;

const LOGS_OUT = /^\s*mutation\b[^{]*\{\s*logout\b/;

/** Whether a document may be changed and sent: one that logs out would end the session under test. */
export const mayBeMutated = (document: string): boolean => !LOGS_OUT.test(document);

/** Sends every key to every list as a filter, as a sort field and as both; each must return 400. */
export const tryHostileKeys = async (
  routes: readonly (Target & Route)[],
  draftOf: (target: Target) => Draft,
  token: string,
): Promise<{ lists: number; count: number; complaints: string[] }> => {
  const lists = routes.filter(({ endpoint }) => Object.hasOwn(endpoint.query.properties, 'sort'));
  const complaints: string[] = [];
  let count = 0;
  for (const list of lists) {
    for (const key of HOSTILE_KEYS) {
      for (const query of [{ [key]: '1' }, { sort: key }, { sort: `${key}:desc`, [key]: "' or 1=1 --" }]) {
        const draft = draftOf(list);
        const response = await list.send({ ...draft, query: { ...draft.query, ...query } }, token);
        count += 1;
        const complaint =
          judgeRest(response, { sent: query }) ?? (response.status === 400 ? null : `status ${response.status}`);
        if (complaint) complaints.push(`${list.key} ${JSON.stringify(query)}: ${complaint}`);
      }
    }
  }
  return { lists: lists.length, count, complaints };
};
