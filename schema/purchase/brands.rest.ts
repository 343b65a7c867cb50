import { Type, type Static } from 'typebox';
import {
  AccountRow,
  EqualText,
  failuresOf,
  RegisterBody,
  registerEndpoints,
  updateByIdEndpoint,
} from '../platform/register.ts';
import { importEndpoint, undoImportEndpoint } from '../platform/imports.ts';
import { Name } from '../platform/shapes.ts';
import { brandImport } from './brands.import.ts';

/** Brand (marca) of what is bought (§3). */
export const Brand = AccountRow({ name: Type.String() });
export type Brand = Static<typeof Brand>;

const register = {
  path: '/api/v1/purchase/brand',
  owner: {},
  called: ['brand', 'brands'],
  watched: { entity: 'brand' },
  row: Brand,
  body: RegisterBody({ name: Name(80) }),
  filters: { name: EqualText(80) },
  failures: failuresOf('marca', 'todas as marcas'),
} as const;

export const brandEndpoints = {
  ...registerEndpoints(register),
  update: updateByIdEndpoint(register),
  import: importEndpoint(register, brandImport),
  undoImport: undoImportEndpoint(register, brandImport),
};
