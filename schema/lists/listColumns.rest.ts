import { Type, type Static } from 'typebox';
import { MOST_COLUMNS, NARROWEST, WIDEST } from '#domain/listColumns.ts';
import { endpoint } from '../platform/endpoint.ts';
import { Nullable } from '../platform/shapes.ts';
import { ViewedListShape } from './savedViews.rest.ts';

const ColumnChoice = Type.Object({
  id: Type.String({
    pattern: '^[A-Za-z][A-Za-z0-9_.-]{0,39}$',
    description: 'As the list calls the column; one that it does not have is kept and not shown',
    'x-message': 'Não é o nome de uma coluna.',
  }),
  shown: Nullable(Type.Boolean({ description: 'null: the list decides' })),
  width: Nullable(
    Type.Integer({
      minimum: NARROWEST,
      maximum: WIDEST,
      description: 'In px; null: the list decides',
    }),
  ),
});

/** How a user sees the columns of a list, in their order (decision 108). */
export const ListColumns = Type.Object({
  list: ViewedListShape,
  columns: Type.Array(ColumnChoice, { maxItems: MOST_COLUMNS }),
});
export type ListColumns = Static<typeof ListColumns>;

const path = '/api/v1/lists/columns';

export const listColumnEndpoints = {
  get: endpoint({
    method: 'GET',
    path,
    summary: 'How the user sees the columns of lists; lists that are seen as they are by themselves are left out',
    answer: Type.Object({ content: Type.Array(ListColumns) }),
    failure: 'Falha para buscar as colunas',
  }),
  save: endpoint({
    method: 'PUT',
    path,
    summary: 'Keeps how the user sees the columns of a list; without columns, as it is by itself again',
    body: ListColumns,
    answer: ListColumns,
    failure: 'Falha para guardar as colunas',
  }),
};
