import { Type } from 'typebox';
import { endpoint } from '../../platform/endpoint.ts';
import { Id, Instant, listKeys, Page, Version } from '../../platform/shapes.ts';
import {
  ContractBody,
  ContractKind,
  ContractUpdate,
  LinesBody,
  Measurement,
  MeasurementBody,
  MeasurementChange,
  MeasurementContract,
  MeasurementPhoto,
  MeasurementSheet,
  MeasurementStatus,
  MeasurementTotals,
  MeasurementUpdate,
  ReleaseBody,
  SavedLines,
  StatusBody,
} from './measurements.rest.ts';

const failures = {
  one: 'Falha para buscar medição',
  all: 'Falha para buscar todas as medições',
  save: 'Falha para salvar medição',
  remove: 'Falha para apagar medição',
};

const list = '/api/v1/engineering/company/:companyId/measurements';
const ofEstimate = '/api/v1/engineering/cost-estimates/:id/measurement-contracts';
const ofContract = '/api/v1/engineering/measurement-contracts/:contractId';
const one = '/api/v1/engineering/measurements/:measurementId';
const company = Type.Object({ companyId: Id });
const estimate = Type.Object({ id: Id });
const contract = Type.Object({ contractId: Id });
const measurement = Type.Object({ measurementId: Id });
const photo = Type.Object({ measurementId: Id, photoId: Id });
const versionKey = Type.Object({ version: Type.Optional(Version) });
const filters = {
  search: listKeys.search,
  building: Type.Optional(Id),
  costEstimate: Type.Optional(Id),
  contract: Type.Optional(Id),
  transaction: Type.Optional(Id),
  kind: Type.Optional(ContractKind),
  status: Type.Optional(MeasurementStatus),
};
const Coordinate = Type.Optional(
  Type.String({
    pattern: '^-?\\d{1,3}(\\.\\d{1,12})?$',
    description: 'Degrees as decimal text',
    'x-message': 'Informe a coordenada em graus, como -23.5505.',
  }),
);

export const measurementEndpoints = {
  list: endpoint({
    method: 'GET',
    path: list,
    summary: 'Measurements of the company that the user may see, the latest first',
    failure: failures.all,
    params: company,
    query: Type.Object({ ...listKeys, ...filters }),
    answer: Page(Measurement),
  }),
  totals: endpoint({
    method: 'GET',
    path: `${list}-totals`,
    summary: 'How many measurements each view of the list holds, and what they sum to',
    failure: failures.all,
    params: company,
    query: Type.Object(filters),
    answer: MeasurementTotals,
  }),
  get: endpoint({
    method: 'GET',
    path: one,
    summary: 'A measurement with its rows',
    failure: failures.one,
    params: measurement,
    answer: MeasurementSheet,
  }),
  update: endpoint({
    method: 'PUT',
    path: one,
    summary: 'Changes the period of a measurement that is not closed',
    failure: failures.save,
    params: measurement,
    body: MeasurementUpdate,
    answer: Measurement,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: one,
    summary: 'Deletes the last measurement of its contract while it is not closed',
    failure: failures.remove,
    params: measurement,
    query: versionKey,
    answer: Type.Object({ id: Id }),
  }),
  saveLines: endpoint({
    method: 'PUT',
    path: `${one}/lines`,
    summary: 'Stores accumulated quantities by line; a line that was changed meanwhile is told and left as it is',
    failure: failures.save,
    params: measurement,
    body: LinesBody,
    bodyBytes: 2 * 1024 * 1024,
    answer: SavedLines,
  }),
  setStatus: endpoint({
    method: 'POST',
    path: `${one}/status`,
    summary: 'Sends a measurement for checking, closes it and makes its document, or opens it again',
    failure: failures.save,
    params: measurement,
    body: StatusBody,
    answer: Measurement,
  }),
  history: endpoint({
    method: 'GET',
    path: `${one}/history`,
    summary: 'Who changed a measurement; the latest first',
    failure: failures.one,
    params: measurement,
    query: Type.Object({ page: listKeys.page, size: listKeys.size }),
    answer: Page(MeasurementChange),
  }),
  bulletin: endpoint({
    method: 'GET',
    path: `${one}/bulletin`,
    summary: 'Measurement sheet (boletim) as PDF; marked PRÉVIA until the measurement is closed',
    failure: failures.one,
    params: measurement,
    answer: Type.Unknown(),
    bare: true,
  }),
  photos: endpoint({
    method: 'GET',
    path: `${one}/photos`,
    summary: 'Photos of the lines of a measurement, without their content',
    failure: failures.one,
    params: measurement,
    answer: Type.Object({ content: Type.Array(MeasurementPhoto) }),
  }),
  addPhoto: endpoint({
    method: 'POST',
    path: `${one}/lines/:rowId/photos`,
    summary: 'Adds a photo (part "file", PNG, JPEG, WebP or HEIC, 20 MiB) to a line',
    failure: failures.save,
    params: Type.Object({ measurementId: Id, rowId: Id }),
    query: Type.Object({ takenAt: Type.Optional(Instant), latitude: Coordinate, longitude: Coordinate }),
    bodyKind: 'multipart',
    answer: MeasurementPhoto,
  }),
  photo: endpoint({
    method: 'GET',
    path: `${one}/photos/:photoId`,
    summary: 'Content of a photo',
    failure: failures.one,
    params: photo,
    answer: Type.Unknown(),
    bare: true,
  }),
  removePhoto: endpoint({
    method: 'DELETE',
    path: `${one}/photos/:photoId`,
    summary: 'Deletes a photo of a measurement that is not closed',
    failure: failures.save,
    params: photo,
    answer: Type.Object({ id: Id }),
  }),
  contracts: endpoint({
    method: 'GET',
    path: ofEstimate,
    summary: 'Sides of the measurements of a cost estimate: the customer first, then contractors',
    failure: failures.all,
    params: estimate,
    answer: Type.Object({ content: Type.Array(MeasurementContract) }),
  }),
  createContract: endpoint({
    method: 'POST',
    path: ofEstimate,
    summary: 'Adds the side of the customer or of a contractor',
    failure: failures.save,
    params: estimate,
    body: ContractBody,
    bodyBytes: 2 * 1024 * 1024,
    answer: MeasurementContract,
  }),
  updateContract: endpoint({
    method: 'PUT',
    path: ofContract,
    summary: 'Changes a side; a line that was measured stays',
    failure: failures.save,
    params: contract,
    body: ContractUpdate,
    bodyBytes: 2 * 1024 * 1024,
    answer: MeasurementContract,
  }),
  removeContract: endpoint({
    method: 'DELETE',
    path: ofContract,
    summary: 'Deletes a side that has no measurement',
    failure: failures.remove,
    params: contract,
    query: versionKey,
    answer: Type.Object({ id: Id }),
  }),
  create: endpoint({
    method: 'POST',
    path: `${ofContract}/measurements`,
    summary: 'Begins the next measurement of a side whose last one is closed',
    failure: failures.save,
    params: contract,
    body: MeasurementBody,
    answer: Measurement,
  }),
  release: endpoint({
    method: 'POST',
    path: `${ofContract}/releases`,
    summary: 'Makes a document of what was kept back',
    failure: failures.save,
    params: contract,
    body: ReleaseBody,
    answer: MeasurementContract,
  }),
  undoRelease: endpoint({
    method: 'DELETE',
    path: `${ofContract}/releases/:releaseId`,
    summary: 'Deletes a release and its document, of which nothing is paid',
    failure: failures.save,
    params: Type.Object({ contractId: Id, releaseId: Id }),
    answer: MeasurementContract,
  }),
};
