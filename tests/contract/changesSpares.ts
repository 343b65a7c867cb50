import { ofx } from '#tests/financial/bankStatements/kit.ts';
import { partsOf } from '#tests/purchase/invoices/kit.ts';
import { nfe } from '#tests/purchase/invoices/nfeXml.ts';
import { done } from '#tests/purchase/orders/kit.ts';
import type { DemoLists } from './changesKit.ts';

const account = '/api/v1/financial/account/{accountId}';
const company = '/api/v1/financial/company/{companyId}';
const shelf = '/api/v1/purchase/account/{accountId}';

/** Makes rows that nothing uses, by the calls of a program, for lists of the demo company whose every row is in use. */
export const sparesOf = ({ services: { api, seed }, token, address, values }: DemoLists) => {
  let made = 0;
  /** A name that no row has. */
  const fresh = (): string => `Sobra ${++made}`;
  const post = async (path: string, body: object): Promise<{ id: number }> => {
    const { id } = done(await api.post(address(path), { token, body }));
    return { id };
  };
  const upload = async (path: string, content: Buffer, file: string) =>
    done(await api.post(address(path), { token, ...partsOf([{ name: 'file', content, file }]) }));
  const firstOf = async (path: string): Promise<{ id: number }> => {
    const [first] = done(await api.get(address(path), { token })).content;
    return { id: first.id };
  };

  const partners = async (): Promise<void> => {
    for (const type of ['SUPPLIER', 'CUSTOMER']) await post(`${account}/partner`, { type, name: fresh() });
  };
  const table = () => post(`${shelf}/product-table`, { name: fresh() });
  const product = async () =>
    post(`${shelf}/product`, {
      ...{ name: fresh(), productTable: await table() },
      ...{ unit: await firstOf('/api/v1/purchase/unit'), productType: await firstOf(`${shelf}/product-type`) },
    });
  const files = `${company}/bank-statements/files`;
  const statement = async (): Promise<{ id: number }> => {
    const number = `9${++made}`;
    return upload(files, ofx({ number, lines: [['2026-11-18', '-1.95', fresh(), number]] }), 'extrato.ofx');
  };
  /** Lines of a statement that is imported into a wallet of its own. */
  const lines = async (): Promise<void> => {
    const { id } = await statement();
    const wallet = await walletOf();
    done(await api.put(`${address(files)}/${id}/accounts/1`, { token, body: { wallet: { id: wallet.id } } }));
    await post(`${files}/${id}/import`, {});
  };
  const walletOf = () =>
    post(`${company}/bank`, { identifier: fresh(), initialBalance: '0.00', balanceDate: '2026-01-01' });
  const nota = async (): Promise<void> => {
    const [row] = await seed.sql<{ taxId: string }>('select tax_id as "taxId" from companies where id = $1', [
      values['companyId'],
    ]);
    const content = nfe({ number: String(7000 + ++made), receiver: row?.taxId ?? '' });
    await upload(`${company}/fiscal-documents`, content, 'nota.xml');
  };

  return {
    estimates: () =>
      post('/api/v1/engineering/company/{companyId}/cost-estimate', {
        ...{ code: `S-${++made}`, description: 'Orçamento', building: { id: Number(values['buildingId']) } },
      }),
    buildings: () => post(`${company}/building`, { name: fresh() }),
    categories: () => post(`${account}/category`, { type: 'DEBIT', name: fresh() }),
    companies: () => post(`${account}/company`, { name: fresh() }),
    partners,
    wallets: walletOf,
    statements: statement,
    'lines of statements': lines,
    'fiscal documents': nota,
    products: product,
    'groups of products': () => post(`${shelf}/product-group`, { name: fresh() }),
    'cost databases': table,
    'types of products': () => post(`${shelf}/product-type`, { name: fresh() }),
  } as Record<string, () => Promise<unknown>>;
};
