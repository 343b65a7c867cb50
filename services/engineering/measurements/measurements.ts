import type { FastifyInstance } from 'fastify';
import { measurementEndpoints } from '#schema/engineering/measurements/endpoints.ts';
import { implement } from '../../platform/http/route.ts';
import type { Session } from '../../platform/session.ts';
import type { Reader } from '../costEstimates/read.ts';
import { checks } from './check.ts';
import { createContract, listContracts, removeContract, updateContract } from './contracts.ts';
import { measurementHistory } from './history.ts';
import { createMeasurement, removeMeasurement, updateMeasurement } from './periods.ts';
import { photos } from './photos.ts';
import { tellPresence } from './presence.ts';
import { prints } from './print.ts';
import { listMeasurements, totalMeasurements } from './read.ts';
import { releaseRetention, undoRelease } from './retention.ts';
import { readRows } from './rows.ts';
import { saveLines } from './saveLines.ts';
import { setStatus } from './status.ts';

type ReaderOf = (session: Session) => Reader;

/** Measurements (medições) of approved cost estimates: sides, sheets, closing, retention, photos. */
export const measurements = async (app: FastifyInstance): Promise<void> => {
  const measured = { message: 'Uma linha já medida não pode ser removida do orçamento.', status: 422 } as const;
  const billed = {
    message: 'Este lançamento foi feito por uma medição. Reabra a medição, ou desfaça a liberação da retenção.',
    status: 422,
  } as const;
  app.platform.constraints.describe({
    measurement_contracts_customer_key: { message: 'A medição do cliente deste orçamento já existe.', field: 'kind' },
    measurement_contracts_partner_key: { message: 'Este fornecedor já tem medição neste orçamento.', field: 'partner' },
    measurement_contracts_estimate_fk: {
      message: 'Este orçamento tem medições e não pode ser excluído.',
      status: 409,
    },
    measurement_contract_lines_line_fk: {
      message: 'Uma linha do contrato de um fornecedor não pode ser removida do orçamento.',
      status: 422,
    },
    measurement_presences_line_fk: { message: 'Esta linha não faz parte da medição.', field: 'rowId' },
    measurement_entries_line_fk: measured,
    measurement_photos_line_fk: measured,
    measurements_transaction_fk: billed,
    retention_releases_transaction_fk: billed,
  });
  const readerOf: ReaderOf = (session) => ({ session, clock: app.platform.clock });
  lists(app);
  sheets(app, readerOf);
  contracts(app, readerOf);
  photos(app);
  prints(app);
  checks(app);
};

const lists = (app: FastifyInstance): void => {
  const { list, totals, history } = measurementEndpoints;
  implement(app, list, ({ session, params, query, read }) =>
    read((trx) => listMeasurements(trx, session, params.companyId, query)),
  );
  implement(app, totals, ({ session, params, query, read }) =>
    read((trx) => totalMeasurements(trx, session, params.companyId, query)),
  );
  implement(app, history, ({ session, params, query, read }) =>
    read((trx) => measurementHistory(trx, session, params.measurementId, query)),
  );
};

const sheets = (app: FastifyInstance, readerOf: ReaderOf): void => {
  const { create, get, update, remove, saveLines: save, setStatus: status } = measurementEndpoints;
  implement(app, create, ({ session, params, body, write }) =>
    write((trx, work) => createMeasurement(trx, work, readerOf(session), { contractId: params.contractId, body })),
  );
  implement(app, get, ({ session, params, read }) =>
    read((trx) => readRows(trx, readerOf(session), params.measurementId)),
  );
  implement(app, update, ({ session, params, body, write }) =>
    write((trx, work) => updateMeasurement(trx, work, readerOf(session), { id: params.measurementId, body })),
  );
  implement(app, remove, ({ session, params, query, write }) =>
    write((trx, work) =>
      removeMeasurement(trx, work, readerOf(session), { id: params.measurementId, version: query.version }),
    ),
  );
  implement(app, save, ({ session, params, body, write }) =>
    write((trx, work) => saveLines(trx, work, readerOf(session), { id: params.measurementId, lines: body.lines })),
  );
  implement(app, measurementEndpoints.presence, ({ session, params, body, write }) =>
    write((trx, work) => tellPresence(trx, work, session, { ...body, id: params.measurementId })),
  );
  implement(app, status, ({ session, params, body, write }) =>
    write((trx, work) => setStatus(trx, work, readerOf(session), { id: params.measurementId, body })),
  );
};

const contracts = (app: FastifyInstance, readerOf: ReaderOf): void => {
  const {
    contracts: list,
    createContract: create,
    updateContract: update,
    removeContract: remove,
  } = measurementEndpoints;
  implement(app, list, ({ session, params, read }) =>
    read(async (trx) => ({ content: await listContracts(trx, session, params.id) })),
  );
  implement(app, create, ({ session, params, body, write }) =>
    write((trx, work) => createContract(trx, work, session, params.id, body)),
  );
  implement(app, update, ({ session, params, body, write }) =>
    write((trx, work) => updateContract(trx, work, readerOf(session), { id: params.contractId, body })),
  );
  implement(app, remove, ({ session, params, query, write }) =>
    write((trx, work) => removeContract(trx, work, session, { id: params.contractId, version: query.version })),
  );
  implement(app, measurementEndpoints.release, ({ session, params, body, write }) =>
    write((trx, work) => releaseRetention(trx, work, readerOf(session), { ...params, body })),
  );
  implement(app, measurementEndpoints.undoRelease, ({ session, params, write }) =>
    write((trx, work) => undoRelease(trx, work, readerOf(session), params)),
  );
};
