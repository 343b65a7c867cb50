import { Type, type TObject } from 'typebox';
import type { Permission } from '#domain/permissions.ts';
import { Id } from './shapes.ts';

/** What `row_changes` (migration 0092) calls the rows of a list, and who is told of one that is gone. */
export interface Watched {
  entity: string;
  /** Rows of this kind alone. */
  kind?: 'DEBIT' | 'CREDIT';
  /** Permissions that show a row by its building; 'kind' for the permission of the row's own kind. Without it, buildings do not count. */
  places?: readonly Permission[] | 'kind';
}

/** Where a program begins that has no cursor yet. */
export const START = '0';

const changedSince = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 200,
    description:
      'Only what changed since a cursor, in the order of changes, at most `size` (1,000); "0" for everything. Not with page, sort and ids. The answer has `changes`',
  }),
);

/** Beside the rows of a list that was asked with `changedSince`. */
export const Changes = Type.Object({
  cursor: Type.String({ description: 'For the next call' }),
  more: Type.Boolean({ description: 'Whether more has changed already' }),
  deleted: Type.Array(Id, {
    description: 'Ids of rows that are deleted or no longer match the filters; unknown ones may be among them',
  }),
});

/**
 * Query and answer of a list that is read by changes, too. Only `implement` of the services sees the key and adds the
 * answer, by running the list for the ids that changed: features and the gateway keep their types.
 */
export const withChanges = <Q extends TObject, A>(query: Q, answer: A): { query: Q; answer: A } => {
  const page = answer as unknown as TObject;
  return {
    query: Type.Object({ ...query.properties, changedSince }) as unknown as Q,
    answer: Type.Object({ ...page.properties, changes: Type.Optional(Changes) }) as unknown as A,
  };
};
