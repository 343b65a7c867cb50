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
import { Id, Name } from '../platform/shapes.ts';

/** A construction site (obra) of a company (§3). */
export const Building = CompanyRow({ name: Type.String() });
export type Building = Static<typeof Building>;

const register = {
  path: '/api/v1/financial/company/:companyId/building',
  owner: { companyId: Id },
  called: ['building', 'buildings'],
  row: Building,
  body: RegisterBody({ name: Name(120) }),
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
  listOfAccount: listEndpoint({
    ...register,
    path: '/api/v1/financial/account/:accountId/building',
    owner: { accountId: Id },
    summaries: { list: 'Buildings of all companies that the user may see' },
  }),
};
