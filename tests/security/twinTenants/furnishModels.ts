import type { TestServices } from '#tests/support/services.ts';
import type { CompanyPlace } from './places.ts';
import type { Rows } from './rows.ts';

/** Models that are read, used, edited, paused, adjusted and deleted. */
const USES = ['', '/edited', '/adjusted', '/spare'];

/** Month whose documents a batch has made; the harness asks for others. */
const MADE = { month: '2027-03', period: '2027-03-01' };

/** Models of transactions on a building, the documents of a month, an adjustment, and a proposal that is refused. */
export const furnishModels = async ({ api, seed }: TestServices, place: CompanyPlace, known: Rows): Promise<Rows> => {
  const rows: Rows = new Map();
  const { token, companyId } = place;
  const base = `/api/v1/financial/company/${companyId}/transaction-models`;
  const send = async (path: string, body: object) => {
    const reply = await api.post(`${base}${path}`, { token, body });
    if (reply.status !== 200) throw new Error(`POST ${path}: ${reply.text}`);
    return reply.body.data;
  };
  const buildingId = known.get('building');
  for (const use of USES) {
    const model = await send('', {
      ...{
        type: 'DEBIT',
        name: `Modelo ${buildingId}${use}`,
        documentNumber: 'NF {mês}',
        description: 'Concreto {ano}',
      },
      ...{ recurrence: 'MONTHLY', day: 5, valueRule: 'FIXED', value: '10.00', preferredPaymentMethod: 'PIX' },
      ...{ partner: { id: known.get('partner/DEBIT') }, category: { id: known.get('category/DEBIT') } },
      expectedBank: { id: known.get('wallet') },
      transactionRecordBuildings: [
        { building: { id: buildingId }, costEstimateGroup: { id: known.get('stage') }, weight: '1.00' },
      ],
    });
    rows.set(`transactionModel${use}`, model.id);
  }
  const [model, adjusted] = [rows.get('transactionModel'), rows.get('transactionModel/adjusted')];
  const documents = [{ model: { id: model }, period: MADE.period }];
  const batch = await send('/documents', { month: MADE.month, documents });
  rows.set('modelBatch', batch.id);
  const [made] = batch.created;
  rows.set('transaction/DEBIT/modelled', made.id);
  const [installment] = await seed.sql<{ id: string }>('select id from installments where transaction_id = $1', [
    made.id,
  ]);
  rows.set('installment/DEBIT/modelled', Number(installment?.id));
  rows.set('modelAdjustment', (await send('/adjustments', { percentage: '10', models: [{ id: adjusted }] })).id);
  await seed.sql(
    `insert into transaction_model_dismissals (account_id, company_id, type, partner_id, category_id, dismissed_at)
     values ($1, $2, 'CREDIT', $3, $4, now()) on conflict do nothing`,
    [place.accountId, companyId, known.get('partner/CREDIT'), known.get('category/CREDIT')],
  );
  return rows;
};
