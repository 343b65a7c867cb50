import { openOffice, type Office } from '#tests/financial/officeKit.ts';
import { startServices, type Reply, type TestServices } from '#tests/support/services.ts';

/** What compositions of a test are made of. */
export interface Catalogue {
  accountId: number;
  catalogueId: number;
  tableId: number;
  unitId: number;
  types: { material: number; labour: number; equipment: number };
}

/** Gives an account a cost database of its own, a unit and three product types, in this order of keys. */
export const openCatalogue = async (
  { seed }: TestServices,
  { accountId }: { accountId: number },
): Promise<Catalogue> => {
  const account = { account_id: accountId };
  const typeOf = (name: string) => seed.insert('product_types', { ...account, name });
  const types = {
    material: await typeOf('Material'),
    labour: await typeOf('Mão de obra'),
    equipment: await typeOf('Equipamento'),
  };
  const unitId = await seed.insert('units', { ...account, acronyms: 'm²', description: 'Metro quadrado' });
  const catalogueId = await seed.insert('catalogues', { ...account, source: 'GO' });
  const tableId = await seed.insert('product_tables', {
    ...account,
    catalogue_id: catalogueId,
    name: 'Próprios',
    source: 'GO',
  });
  return { accountId, catalogueId, tableId, unitId, types };
};

/** A published cost database of a month, in the state of Goiás. */
export const publishedTable = async (
  { seed }: TestServices,
  { accountId }: { accountId: number },
  month = '2026-10-01',
): Promise<{ catalogueId: number; tableId: number }> => {
  const catalogueId = await seed.insert('catalogues', { account_id: accountId, source: 'SINAPI', month });
  const tableId = await seed.insert('product_tables', {
    account_id: accountId,
    catalogue_id: catalogueId,
    name: `SINAPI ${month} GO SD`,
    source: 'SINAPI',
    state: 'GO',
    regime: 'SD',
  });
  return { catalogueId, tableId };
};

/** Inserts a product with its definition. */
export const product = async (
  { seed }: TestServices,
  { accountId, catalogueId, tableId, unitId, types }: Catalogue,
  values: { code: string; name: string; price: string | null; type?: keyof Catalogue['types'] },
): Promise<number> => {
  const definitionId = await seed.insert('product_definitions', {
    account_id: accountId,
    catalogue_id: catalogueId,
    code: values.code,
    name: values.name,
    unit_id: unitId,
    product_type_id: types[values.type ?? 'material'],
  });
  return seed.insert('products', {
    account_id: accountId,
    product_table_id: tableId,
    definition_id: definitionId,
    price: values.price,
  });
};

/** A line of a body: quantity × product or task. */
export const ofProduct = (resourceId: number, quantity: string) => ({ resourceId, quantity });
export const ofTask = (taskId: number, quantity: string) => ({ taskId, quantity });

export const path = '/api/v1/engineering/tasks';

/** Status and problems of a refusal. */
export const said = ({ status, body }: Reply) => [status, body.fields];

interface Body {
  code?: string;
  description?: string;
  items: object[];
}

let serial = 0;
export const nextCode = () => `CP-${(serial += 1).toString().padStart(4, '0')}`;

/** Services with two accounts, each with a cost database, and calls of the first one's administrator. */
export const startDesk = async () => {
  const services = await startServices();
  const office: Office = await openOffice(services.seed);
  const own = await openCatalogue(services, office);
  const stranger = await openOffice(services.seed, 'CANARIO');
  const foreign = await openCatalogue(services, stranger);
  const bodyOf = ({ items, ...rest }: Body, of = own) => ({
    code: nextCode(),
    description: 'Serviço',
    unit: { id: of.unitId },
    costDatabase: { id: of.tableId },
    items,
    ...rest,
  });
  const post = (body: object, token = office.admin) => services.api.post(path, { token, body });
  const make = async (body: Body): Promise<number> => {
    const made = await post(bodyOf(body));
    if (made.status !== 200) throw new Error(made.text);
    return made.body.data.id;
  };
  const read = async (id: number) => (await services.api.get(`${path}/${id}`, { token: office.admin })).body.data;
  const put = (id: number, body: object, token = office.admin) => services.api.put(`${path}/${id}`, { token, body });
  const input = (values: Parameters<typeof product>[2]) => product(services, own, values);
  return { services, office, own, stranger, foreign, bodyOf, post, make, read, put, input };
};
export type Desk = Awaited<ReturnType<typeof startDesk>>;
