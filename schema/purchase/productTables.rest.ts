import { FETCH_PRODUCT_TABLE_FAILED, FETCH_PRODUCT_TABLES_FAILED } from '#domain/messages.ts';
import { Type, type Static } from 'typebox';
import { AccountRow, activeListEndpoint, EqualText, RegisterBody, registerEndpoints } from '../platform/register.ts';
import { Id, IsoDate, Name, NamedReference, Nullable } from '../platform/shapes.ts';

export const CostSource = Type.Union([Type.Literal('GO'), Type.Literal('SINAPI')], {
  description: 'GO: prices of the account itself. SINAPI: published prices, which only an import changes',
});
export type CostSource = Static<typeof CostSource>;

/** Social charges in published prices; the names of the SINAPI sheets. */
export const CostRegime = Type.Union([Type.Literal('SD'), Type.Literal('CD'), Type.Literal('SE')], {
  description: 'SD: without desoneração, CD: with it, SE: without social charges',
});

/** Cost database (tabela de insumos): a price for each of its products. Published ones have month, state and regime. */
export const ProductTable = Type.Object({
  ...AccountRow({
    name: Type.String(),
    source: CostSource,
    month: Nullable(IsoDate),
    state: Nullable(Type.String()),
    regime: Nullable(CostRegime),
    productCount: Type.Integer(),
  }).properties,
  // With its name (§3), unlike the account of other rows.
  account: NamedReference,
});
export type ProductTable = Static<typeof ProductTable>;

const register = {
  path: '/api/v1/purchase/account/:accountId/product-table',
  owner: { accountId: Id },
  called: ['cost database', 'cost databases'],
  watched: { entity: 'product_table' },
  row: ProductTable,
  body: RegisterBody({ name: Name(80), source: Type.Optional(CostSource) }),
  filters: { name: EqualText(80), source: Type.Optional(CostSource) },
  failures: {
    list: FETCH_PRODUCT_TABLES_FAILED,
    totals: FETCH_PRODUCT_TABLES_FAILED,
    listActive: FETCH_PRODUCT_TABLES_FAILED,
    get: FETCH_PRODUCT_TABLE_FAILED,
  },
  summaries: { remove: 'Deletes a cost database with its products, unless something else uses them' },
} as const;

export const productTableEndpoints = { ...registerEndpoints(register), listActive: activeListEndpoint(register) };
