import type { TestApp } from '#tests/support/app.ts';

/** An order of 600,00 for a house of the demo, half of it due on 15/12/2026 and half on 15/01/2027. */
export interface DemoOrder {
  id: number;
  document: string;
  supplier: string;
  /** Code and name of the stage of its one line. */
  stage: string;
}

/** Orders 10 of a product for 60,00 each in the first stage of a house. */
export const orderFor = async (app: TestApp, building: number): Promise<DemoOrder> => {
  const one = async <T>(text: string, values: unknown[] = []): Promise<T> => {
    const [row] = await app.services.seed.sql<T & object>(text, values);
    if (!row) throw new Error(`Nothing found: ${text}`);
    return row;
  };
  const { company_id: company, account_id: account } = await one<{ company_id: number; account_id: number }>(
    'select company_id, account_id from buildings where id = $1',
    [building],
  );
  const supplier = await one<{ id: number; name: string }>(
    `select id, name from partners where account_id = $1 and type = 'SUPPLIER' and active order by id limit 1`,
    [account],
  );
  const stage = await one<{ id: number; name: string }>(
    `select g.id, g.code || ' ' || g.name as name from cost_estimate_groups g join cost_estimates e on e.id = g.cost_estimate_id
      where g.building_id = $1 and g.parent_id is null and e.approved order by g.position limit 1`,
    [building],
  );
  const product = await one<{ id: number }>(
    `select p.id from products p join product_definitions d on d.id = p.definition_id
      where p.account_id = $1 and d.name = 'Cimento CP II-E-32'`,
    [account],
  );
  const half = (dueDate: string) => ({ dueDate, grossValue: '300.00' });
  const { status, text, body } = await app.services.api.post(`/api/v1/purchase/company/${company}/order`, {
    token: await app.token('admin'),
    body: {
      ...{ building: { id: Number(building) }, supplier: { id: Number(supplier.id) }, createdDate: '2026-11-19' },
      requirementLineList: [
        {
          product: { id: Number(product.id) },
          quantity: '10',
          price: '60',
          costEstimateGroup: { id: Number(stage.id) },
        },
      ],
      requirement: { payment: { installmentList: [half('2026-12-15'), half('2027-01-15')] } },
    },
  });
  if (status !== 200) throw new Error(text);
  return { id: body.data.id, document: body.data.document, supplier: supplier.name, stage: stage.name };
};
