import {
  DELETE_BUILDING_FAILED,
  FETCH_ACTIVE_BUILDINGS_FAILED,
  FETCH_BUILDINGS_FAILED,
  FETCH_BUILDING_FAILED,
  SAVE_BUILDING_FAILED,
} from '#domain/messages.ts';
import { Type, type Static } from 'typebox';
import { endpoint } from '../platform/endpoint.ts';
import { Id, listKeys, Name, NamedReference, Page, Update, Version, ViewCounts } from '../platform/shapes.ts';

/** A construction site (obra) of a company (§3). */
export const Building = Type.Object({
  id: Id,
  name: Type.String(),
  active: Type.Boolean(),
  company: Type.Object({ ...NamedReference.properties, account: Type.Object({ id: Id }) }),
  version: Version,
});
export type Building = Static<typeof Building>;

export const BuildingBody = Type.Object({
  name: Name(120),
  active: Type.Optional(Type.Boolean()),
});
export type BuildingBody = Static<typeof BuildingBody>;

export const BuildingUpdate = Update(BuildingBody);
export type BuildingUpdate = Static<typeof BuildingUpdate>;

const collection = '/api/v1/financial/company/:companyId/building';
const companyParams = Type.Object({ companyId: Id });
const buildingParams = Type.Object({ companyId: Id, id: Id });
const named = { name: Type.Optional(Type.String({ maxLength: 120 })) };
const filters = Type.Object({ ...listKeys, ...named, active: Type.Optional(Type.Boolean()) });

export const buildingEndpoints = {
  list: endpoint({
    method: 'GET',
    path: collection,
    summary: 'Buildings of the company that the user may see',
    params: companyParams,
    query: filters,
    answer: Page(Building),
    failure: FETCH_BUILDINGS_FAILED,
  }),
  totals: endpoint({
    method: 'GET',
    path: '/api/v1/financial/company/:companyId/building-totals',
    summary: 'How many buildings each view of the list holds',
    params: companyParams,
    query: Type.Object({ search: listKeys.search, ...named }),
    answer: ViewCounts,
    failure: FETCH_BUILDINGS_FAILED,
  }),
  listActive: endpoint({
    method: 'GET',
    path: `${collection}/active`,
    summary: 'Active buildings of the company that the user may see',
    params: companyParams,
    query: Type.Object({ ...listKeys, ...named }),
    answer: Page(Building),
    failure: FETCH_ACTIVE_BUILDINGS_FAILED,
  }),
  listOfAccount: endpoint({
    method: 'GET',
    path: '/api/v1/financial/account/:accountId/building',
    summary: 'Buildings of all companies that the user may see',
    params: Type.Object({ accountId: Id }),
    query: filters,
    answer: Page(Building),
    failure: FETCH_BUILDINGS_FAILED,
  }),
  get: endpoint({
    method: 'GET',
    path: `${collection}/:id`,
    summary: 'One building',
    params: buildingParams,
    answer: Building,
    failure: FETCH_BUILDING_FAILED,
  }),
  create: endpoint({
    method: 'POST',
    path: collection,
    summary: 'Creates a building',
    params: companyParams,
    body: BuildingBody,
    echo: Type.Pick(Building, ['company']),
    answer: Building,
    failure: SAVE_BUILDING_FAILED,
  }),
  update: endpoint({
    method: 'PUT',
    path: collection,
    summary: 'Changes the building whose id is in the body',
    params: companyParams,
    body: BuildingUpdate,
    echo: Building,
    answer: Building,
    failure: SAVE_BUILDING_FAILED,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${collection}/:id`,
    summary: 'Deletes a building that nothing uses',
    params: buildingParams,
    answer: Type.Object({ id: Id }),
    failure: DELETE_BUILDING_FAILED,
  }),
};
