import { Type, type Static } from 'typebox';
import { endpoint } from '../platform/endpoint.ts';
import { AccountRow, Active, EqualText, failuresOf, RegisterBody, rowEndpoints } from '../platform/register.ts';
import { importEndpoint, undoImportEndpoint } from '../platform/imports.ts';
import { Id, listKeys, Name, NamedReference, Nullable, Page, Reference } from '../platform/shapes.ts';
import { productGroupImport } from './productGroups.import.ts';

/** Position among the groups of the same parent, from 1. */
const Position = Type.Integer({ minimum: 1, maximum: 100_000 });

/** Product group (grupo de insumos): a place in a tree of four levels, from which its code 01.02.003 follows. */
export const ProductGroup = AccountRow({
  name: Type.String(),
  code: Type.String(),
  parent: Nullable(NamedReference),
  position: Position,
  level: Type.Integer(),
  leaf: Type.Boolean({ description: 'Has no groups inside: products may be in it' }),
});
export type ProductGroup = Static<typeof ProductGroup>;

const failures = failuresOf('grupo de insumos', 'todos os grupos de insumos');

const register = {
  path: '/api/v1/purchase/account/:accountId/product-group',
  owner: { accountId: Id },
  called: ['product group', 'product groups'],
  watched: { entity: 'product_group' },
  row: ProductGroup,
  body: RegisterBody({
    name: Name(80),
    parent: Type.Optional(Nullable(Reference)),
    position: Type.Optional(Position),
  }),
  filters: { name: EqualText(80) },
  failures,
  summaries: {
    create: 'Creates a product group at the position of its parent, by default the last one',
    update: 'Changes a product group; another parent or position moves it with all groups inside',
    remove: 'Deletes a product group without groups and products inside',
  },
} as const;

const partOf = (path: 'parents' | 'leaves', summary: string) =>
  endpoint({
    method: 'GET',
    path: `${register.path}/${path}`,
    summary,
    failure: failures.list,
    params: Type.Object(register.owner),
    query: Type.Object({ ...listKeys, ...register.filters, active: Active }),
    answer: Page(ProductGroup),
    watched: register.watched,
  });

export const productGroupEndpoints = {
  ...rowEndpoints(register),
  listParents: partOf('parents', 'Product groups with groups inside'),
  listLeaves: partOf('leaves', 'Product groups without groups inside: where products may be'),
  import: importEndpoint(register, productGroupImport),
  undoImport: undoImportEndpoint(register, productGroupImport),
};

/** What the columns of a group's row keep of a body; parent and position become its place. */
export const ProductGroupName = RegisterBody({ name: Name(80) });
