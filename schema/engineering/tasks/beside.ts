import { Type, type Static } from 'typebox';
import { Decimal, Id, Instant, IsoDate, NamedReference, Nullable } from '../../platform/shapes.ts';

export const Kind = Type.Union([Type.Literal('PRODUCT'), Type.Literal('TASK')], {
  description: 'PRODUCT: an input (resourceId); TASK: another composition (taskId)',
});

/** A change of a task, as the history tells it. */
export const TaskChange = Type.Object({
  id: Id,
  at: Instant,
  action: Type.Union([Type.Literal('CREATED'), Type.Literal('COPIED'), Type.Literal('CHANGED')]),
  user: Nullable(NamedReference),
  fields: Type.Array(
    Type.Object({ field: Type.String(), before: Nullable(Type.String()), after: Nullable(Type.String()) }),
    { description: 'Fields of the task whose value changed; activity is "true" or "false"' },
  ),
  items: Type.Array(
    Type.Object({
      kind: Kind,
      code: Type.String({ description: 'Blank for what is no more' }),
      name: Type.String(),
      before: Type.Array(Decimal, { description: 'Its coefficients; empty where it was not in the task' }),
      after: Type.Array(Decimal),
    }),
    { description: 'Items whose coefficients changed' },
  ),
});
export type TaskChange = Static<typeof TaskChange>;

/** The published task that the reference of an own one names. */
export const PublishedTask = Type.Object({
  id: Id,
  code: Type.String(),
  month: IsoDate,
  state: Type.String(),
  regime: Type.String(),
  unit: Type.String(),
  unitPrice: Nullable(Decimal),
});
export type PublishedTask = Static<typeof PublishedTask>;
