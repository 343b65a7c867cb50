import { PERMISSIONS } from '#domain/permissions.ts';
import {
  DELETE_BUILDING_FAILED,
  FETCH_ACTIVE_BUILDINGS_FAILED,
  FETCH_BUILDINGS_FAILED,
  FETCH_BUILDING_FAILED,
  SAVE_BUILDING_FAILED,
} from '#domain/messages.ts';
import { Type, type Static } from 'typebox';
import {
  activeListEndpoint,
  CompanyRow,
  EqualText,
  listEndpoint,
  RegisterBody,
  registerEndpoints,
} from '../platform/register.ts';
import { importEndpoint, undoImportEndpoint } from '../platform/imports.ts';
import { Id, Name, Nullable } from '../platform/shapes.ts';
import { buildingImport } from './buildings.import.ts';

/** A construction site (obra) of a company (§3). */
export const Building = CompanyRow({
  name: Type.String(),
  address: Nullable(Type.String()),
  technicalName: Nullable(Type.String({ description: 'Responsible technical person, who signs documents' })),
  technicalTitle: Nullable(Type.String({ description: 'Such as engenheira civil' })),
  technicalRegistration: Nullable(Type.String({ description: 'With CREA or CAU' })),
});
export type Building = Static<typeof Building>;

const text = (maxLength: number) => Type.Optional(Nullable(Type.String({ maxLength })));

const register = {
  path: '/api/v1/financial/company/:companyId/building',
  owner: { companyId: Id },
  called: ['building', 'buildings'],
  watched: { entity: 'building', places: PERMISSIONS },
  row: Building,
  body: RegisterBody({
    name: Name(120),
    address: text(200),
    technicalName: text(120),
    technicalTitle: text(80),
    technicalRegistration: text(40),
  }),
  filters: { name: EqualText(120) },
  failures: {
    list: FETCH_BUILDINGS_FAILED,
    totals: FETCH_BUILDINGS_FAILED,
    listActive: FETCH_ACTIVE_BUILDINGS_FAILED,
    get: FETCH_BUILDING_FAILED,
    create: SAVE_BUILDING_FAILED,
    update: SAVE_BUILDING_FAILED,
    remove: DELETE_BUILDING_FAILED,
  },
  summaries: {
    list: 'Buildings of the company that the user may see',
    listActive: 'Active buildings of the company that the user may see',
  },
} as const;

export const buildingEndpoints = {
  ...registerEndpoints(register),
  listActive: activeListEndpoint(register),
  import: importEndpoint(register, buildingImport),
  undoImport: undoImportEndpoint(register, buildingImport),
  listOfAccount: listEndpoint({
    ...register,
    path: '/api/v1/financial/account/:accountId/building',
    owner: { accountId: Id },
    summaries: { list: 'Buildings of all companies that the user may see' },
  }),
};
