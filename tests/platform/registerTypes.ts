import { Type } from 'typebox';
import { registerResolvers } from '#gateway/platform/register.ts';
import { AccountRow, RegisterBody, registerEndpoints } from '#schema/platform/register.ts';
import { brandEndpoints } from '#schema/purchase/brands.rest.ts';
import { unitEndpoints } from '#schema/purchase/units.rest.ts';
import { registerFeature } from '#services/platform/register/feature.ts';
import { name, text } from '#services/platform/register/fields.ts';

/**
 * What is forgotten in a register must not compile: `npm run types` fails where one of these lines would. Nothing here
 * is run.
 */
const called = { entity: 'x', noun: { name: 'X', feminine: false }, missing: '', sentences: {}, usages: () => [] };

const colored = registerEndpoints({
  path: '/api/v1/purchase/colored',
  owner: {},
  called: ['brand', 'brands'],
  watched: { entity: 'brand' },
  row: AccountRow({ name: Type.String(), color: Type.String() }),
  body: RegisterBody({ name: Type.String(), color: Type.String() }),
  filters: {},
});

export const refused = [
  () =>
    registerFeature(unitEndpoints, {
      ...called,
      table: 'units',
      defaultSort: 'acronyms',
      // @ts-expect-error -- A field of the body is not described.
      fields: { acronyms: name },
    }),
  () =>
    registerFeature(colored, {
      ...called,
      table: 'brands',
      defaultSort: 'name',
      // @ts-expect-error -- The table has no column "color".
      fields: { name, color: text },
    }),
  // @ts-expect-error -- Nothing in GraphQL is called so.
  () => registerResolvers('Brands', brandEndpoints),
  // @ts-expect-error -- The input of GraphQL lacks "color", and its filter nothing else.
  () => registerResolvers('Brand', colored),
  // @ts-expect-error -- The body of REST lacks "name".
  () => registerResolvers('Brand', unitEndpoints),
];
