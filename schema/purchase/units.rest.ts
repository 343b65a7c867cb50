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
import { unitImport } from './units.import.ts';

/** Unit of measurement (§3 "unit"): "m³", "Metro cúbico". */
export const Unit = AccountRow({ acronyms: Type.String(), description: Type.String() });
export type Unit = Static<typeof Unit>;

const register = {
  path: '/api/v1/purchase/unit',
  owner: {},
  called: ['unit', 'units'],
  watched: { entity: 'unit' },
  row: Unit,
  body: RegisterBody({ acronyms: Name(10), description: Name(60) }),
  filters: { acronyms: EqualText(10), description: EqualText(60) },
  failures: failuresOf('unidade', 'todas as unidades'),
} as const;

export const unitEndpoints = {
  ...registerEndpoints(register),
  update: updateByIdEndpoint(register),
  import: importEndpoint(register, unitImport),
  undoImport: undoImportEndpoint(register, unitImport),
};
