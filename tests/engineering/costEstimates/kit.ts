import { startDesk, type Desk } from '#tests/engineering/tasksKit.ts';
import type { Reply } from '#tests/support/services.ts';

/** A row of a save, as the contract writes it. */
export type Draft = Record<string, unknown>;

let serial = 0;
const nextCode = () => `ORC-${(serial += 1).toString().padStart(3, '0')}`;

/** The desk of compositions with a building, and calls on cost estimates of its administrator. */
export const startEstimates = async () => {
  const desk: Desk = await startDesk();
  const { services, office } = desk;
  const { api, seed } = services;
  const building = await seed.building(office, { name: 'Residencial Ipê' });
  const base = `/api/v1/engineering/company/${office.companyId}/cost-estimate`;
  const at = (id: number, rest = '') => `${base}/${id}${rest}`;
  const headerOf = (values: Draft = {}) => ({
    code: nextCode(),
    description: 'Orçamento executivo',
    building: { id: building },
    ...values,
  });
  const create = (values: Draft = {}, token = office.admin) => api.post(base, { token, body: headerOf(values) });
  const make = async (values: Draft = {}): Promise<number> => {
    const made = await create(values);
    if (made.status !== 200) throw new Error(made.text);
    return made.body.data.id;
  };
  const read = async (id: number) => (await api.get(at(id), { token: office.admin })).body.data;
  const save = (id: number, rows: Draft[], options: { version?: number; token?: string } = {}): Promise<Reply> =>
    api.post(at(id, '/detail'), {
      token: options.token ?? office.admin,
      body: rows,
      ...(options.version === undefined ? {} : { query: { version: String(options.version) } }),
    });
  /** Saves rows that must be accepted; answers the ids of new ones by their keys. */
  const put = async (id: number, rows: Draft[]): Promise<Record<string, number>> => {
    const saved = await save(id, rows);
    if (saved.status !== 200) throw new Error(saved.text);
    const created: { key: string; id: number }[] = saved.body.data.created;
    return Object.fromEntries(created.map(({ key, id: row }) => [key, row]));
  };
  const details = async (id: number) => (await api.get(at(id, '/detail'), { token: office.admin })).body.data;
  /** "1.1 Alvenaria 10.0000 × 61.2264 = 612.26" of each row, so that a tree reads as one. */
  const tree = async (id: number): Promise<string[]> => {
    const rows: Record<string, string | null>[] = (await details(id)).details;
    return rows.map(({ code, description, quantity, unitPrice, directTotal, total }) =>
      [code, description, ...(quantity === null ? [] : [`${quantity} × ${unitPrice}`]), '=', directTotal, total].join(
        ' ',
      ),
    );
  };
  const makeTask = async (description: string, items: object[]): Promise<number> => {
    const made = await desk.post(desk.bodyOf({ description, items }));
    if (made.status !== 200) throw new Error(made.text);
    return made.body.data.id;
  };
  return { ...desk, makeTask, api, seed, building, base, at, headerOf, create, make, read, save, put, details, tree };
};
export type Estimates = Awaited<ReturnType<typeof startEstimates>>;

/** Status, sentence and problems of a refusal. */
export const refusal = ({ status, body }: Reply) => [
  status,
  ...(body.fields ?? []).map(({ path, message }: { path: string; message: string }) => `${path}: ${message}`),
  ...(body.fields?.length ? [] : [body.message]),
];
