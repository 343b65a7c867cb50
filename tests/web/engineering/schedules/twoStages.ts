import type { TestApp } from '#tests/support/app.ts';

type Data = Awaited<ReturnType<TestApp['ask']>>['data'];

/** Makes the cost estimate "CRONO" of two stages, the first one with two services, and returns its id. */
export const makeTwoStages = async (
  ask: (query: string, variables: Record<string, unknown>) => Promise<Data>,
): Promise<string> => {
  const { session } = await ask('{ session { companies { id buildings { id } } } }', {});
  const [company] = session.companies;
  const input = { code: 'CRONO', description: 'Orçamento do cronograma', buildingId: company.buildings[0].id };
  const made = await ask(
    'mutation ($c: ID!, $i: CostEstimateInput!) { createCostEstimate(companyId: $c, input: $i) { costEstimate { id version } } }',
    { c: company.id, i: input },
  );
  const { costEstimate } = made.createCostEstimate;
  const row = { type: 'TASK', unit: 'm²', quantity: '1.0000', unitPrice: '10.0000' };
  const details = [
    { key: 'a', type: 'GROUP', description: 'Fundações' },
    { key: 'b', type: 'GROUP', description: 'Estrutura' },
    { key: 'c', parentKey: 'a', description: 'Estacas', ...row },
    { key: 'd', parentKey: 'a', description: 'Baldrames', ...row },
  ];
  await ask(
    'mutation ($c: ID!, $id: ID!, $v: Int!, $d: [CostEstimateDetailInput!]!) { saveCostEstimateDetails(companyId: $c, id: $id, version: $v, details: $d) { costEstimate { id } } }',
    { c: company.id, id: costEstimate.id, v: costEstimate.version, d: details },
  );
  return costEstimate.id;
};
