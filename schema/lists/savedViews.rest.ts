import { Type, type Static } from 'typebox';
import { VIEWED_LISTS, type ViewedList } from '#domain/savedViews.ts';
import { endpoint } from '../platform/endpoint.ts';
import { Id, Instant, Name, NamedReference } from '../platform/shapes.ts';

export const ViewedListShape = Type.Unsafe<ViewedList>(
  Type.Union(
    VIEWED_LISTS.map((list) => Type.Literal(list)),
    { 'x-message': 'Esta lista não guarda visões.' },
  ),
);

const Shared = Type.Boolean({ description: 'All users of the account see it, each with their own rows' });

/** The state of a list under a name (decision 97); who opens it sees their own rows. */
export const SavedView = Type.Object({
  id: Id,
  list: ViewedListShape,
  name: Type.String(),
  address: Type.String({ description: 'Query string of the list without "?": filters and sort (§2)' }),
  shared: Shared,
  own: Type.Boolean(),
  createdBy: NamedReference,
  createdAt: Instant,
});
export type SavedView = Static<typeof SavedView>;

const base = '/api/v1/lists/company/:companyId/saved-views';
const params = Type.Object({ companyId: Id });
const rowParams = Type.Object({ companyId: Id, id: Id });

export const savedViewEndpoints = {
  list: endpoint({
    method: 'GET',
    path: base,
    summary: 'Saved views of the user and shared ones, of the lists that the user may open; at most 1,000',
    params,
    answer: Type.Object({ content: Type.Array(SavedView) }),
    failure: 'Falha para buscar as visões salvas',
  }),
  save: endpoint({
    method: 'POST',
    path: base,
    summary:
      'Saves the state of a list; a view of the same name of the same user is replaced. 403 for a list that the user may not open, 409 at 200 views',
    params,
    body: Type.Object({
      list: ViewedListShape,
      name: Name(80),
      address: Type.String({
        maxLength: 2_000,
        description:
          'Query string of the list without "?": filters in the order of their names, then sort, without page and size; 400 for another text',
      }),
      shared: Shared,
    }),
    answer: SavedView,
    failure: 'Falha para salvar a visão',
  }),
  change: endpoint({
    method: 'PUT',
    path: `${base}/:id`,
    summary:
      'Renames a saved view and shares it, or no longer: one’s own, or as an administrator a shared one. 409 at a name that its user has given to another view of the list',
    params: rowParams,
    body: Type.Object({ name: Name(80), shared: Shared }),
    answer: SavedView,
    failure: 'Falha para mudar a visão salva',
  }),
  forget: endpoint({
    method: 'DELETE',
    path: `${base}/:id`,
    summary: 'Deletes a saved view: one’s own, or as an administrator a shared one',
    params: rowParams,
    answer: Type.Null(),
    failure: 'Falha para excluir a visão salva',
  }),
};
