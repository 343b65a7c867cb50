import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startMeasurements, type Site } from './site.ts';

let site: Site;
beforeAll(async () => {
  site = await startMeasurements();
});
afterAll(() => site.services.stop());

const MAY = { periodStart: '2026-05-04', periodEnd: '2026-05-31' };

/** An estimate whose customer side has one measurement, open. */
const opened = async (body: object = {}) => {
  const estimate = await site.makeEstimate();
  const contract = site.done(await site.contract(estimate.id, { kind: 'CUSTOMER', ...body }));
  const measurement = site.done(await site.begin(contract.id, MAY));
  return { estimate, contract, measurement };
};

/** Parts of a document by stage: "Fundação 661.84". */
const partsOf = (document: {
  transactionRecordBuildings: { costEstimateGroup: { name: string }; grossValue: string }[];
}) =>
  document.transactionRecordBuildings.map(
    ({ costEstimateGroup, grossValue }) => `${costEstimateGroup.name} ${grossValue}`,
  );

const figures = ({
  periodValue,
  accumulatedValue,
  balanceValue,
  retentionValue,
  netValue,
  percentage,
}: Record<string, string>) => [periodValue, accumulatedValue, balanceValue, retentionValue, netValue, percentage];

describe('A customer measurement', () => {
  test('gives the contract to the cent over three periods, and one document for each', async () => {
    const { estimate, contract, measurement } = await opened({ retentionPercentage: '5' });
    const { pile, block, brick } = estimate;
    expect(measurement).toMatchObject({
      ...{ number: 1, kind: 'CUSTOMER', status: 'OPEN', contractedValue: '2315.61', periodValue: '0.00' },
      ...{ ...MAY, dueDate: '2026-06-15', partner: { id: site.customer, name: 'Ana Prado' }, isLast: true },
    });
    const saved = site.done(
      await site.lines(measurement.id, [
        { id: pile, accumulated: '4', version: 0 },
        { id: block, accumulated: '1', version: 0 },
      ]),
    );
    expect(figures(saved.measurement)).toEqual(['476.67', '476.67', '1838.94', '23.83', '452.84', '20.59']);
    expect(
      saved.saved.map((line: { accumulated: string; version: number }) => [line.accumulated, line.version]),
    ).toEqual([
      ['4.0000', 1],
      ['1.0000', 1],
    ]);
    const first = site.done(await site.turn(measurement.id, 'CLOSED', { version: saved.measurement.version }));
    expect(first).toMatchObject({
      status: 'CLOSED',
      netValue: '452.84',
      transaction: { type: 'CREDIT', status: 'OPEN' },
    });

    const second = site.done(await site.begin(contract.id, { periodEnd: '2026-06-30' }));
    expect(second).toMatchObject({
      number: 2,
      periodStart: '2026-06-01',
      previousValue: '476.67',
      periodValue: '0.00',
    });
    site.done(
      await site.lines(second.id, [
        { id: pile, accumulated: '10' },
        { id: block, accumulated: '2' },
        { id: brick, accumulated: '15.5' },
      ]),
    );
    const closed = site.done(await site.turn(second.id, 'CLOSED', { dueDate: '2026-07-20' }));
    expect(figures(closed)).toEqual(['1125.09', '1601.76', '713.85', '56.25', '1068.84', '69.17']);

    const third = site.done(await site.begin(contract.id, { periodEnd: '2026-07-31' }));
    site.done(
      await site.lines(third.id, [
        { id: block, accumulated: '3' },
        { id: brick, accumulated: '40' },
      ]),
    );
    const last = site.done(await site.turn(third.id, 'CLOSED'));
    expect(figures(last).slice(0, 3)).toEqual(['713.85', '2315.61', '0.00']);

    const documents = (await site.documents('credit')).filter(({ documentNumber }: { documentNumber: string }) =>
      documentNumber.startsWith(`${first.costEstimate.code} M`),
    );
    const byNumber = Object.fromEntries(
      documents.map((one: { documentNumber: string }) => [one.documentNumber.slice(-2), one]),
    );
    expect(byNumber['M1']).toMatchObject({ grossValue: '452.84', dueDate: '2026-06-15', competenceDate: '2026-05-31' });
    expect(byNumber['M2']).toMatchObject({ grossValue: '1068.84', dueDate: '2026-07-20' });
    expect(partsOf(byNumber['M1'])).toEqual(['Fundação 452.84']);
    expect(partsOf(byNumber['M2'])).toEqual(['Fundação 661.84', 'Vedação 407.00']);
  });

  test('tells a line that somebody else changed, stores the rest, and takes the same call twice', async () => {
    const { estimate, measurement } = await opened();
    const { pile, block } = estimate;
    const mine = [{ id: pile, accumulated: '5', version: 0 }];
    site.done(await site.lines(measurement.id, mine));
    const again = site.done(await site.lines(measurement.id, mine));
    expect([again.saved[0].version, again.conflicts]).toEqual([1, []]);
    const other = site.done(
      await site.lines(measurement.id, [
        { id: pile, accumulated: '6', version: 0 },
        { id: block, accumulated: '2', version: 0 },
      ]),
    );
    expect(other.conflicts).toEqual([
      expect.objectContaining({ id: pile, accumulated: '5.0000', version: 1, updatedBy: expect.anything() }),
    ]);
    expect(other.saved).toEqual([expect.objectContaining({ id: block, accumulated: '2.0000', version: 1 })]);
  });

  test('is closed ten times at once with one document', async () => {
    const { estimate, measurement } = await opened();
    site.done(await site.lines(measurement.id, [{ id: estimate.pile, accumulated: '1' }]));
    const before = (await site.documents('credit')).length;
    const answers = await Promise.all(Array.from({ length: 10 }, () => site.turn(measurement.id, 'CLOSED')));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    expect(new Set(answers.map(({ body }) => body.data.transaction.id)).size).toBe(1);
    expect((await site.documents('credit')).length).toBe(before + 1);
  });

  test('is closed only with a word for each excess and each reduction, at its line', async () => {
    const { estimate, contract, measurement } = await opened();
    const { pile, brick } = estimate;
    site.done(await site.lines(measurement.id, [{ id: brick, accumulated: '41.7' }]));
    const excess = `rows.${brick}: 2.1: 1,7 m² acima do contratado (R$\u00a046,99). Confirme o excedente e informe o motivo.`;
    expect(site.refusal(await site.turn(measurement.id, 'CLOSED'))).toEqual([422, excess]);
    site.done(
      await site.lines(measurement.id, [
        { id: brick, accumulated: '41.7', excessConfirmed: true, reason: 'Pedido do cliente' },
        { id: pile, accumulated: '5' },
      ]),
    );
    site.done(await site.turn(measurement.id, 'CLOSED'));
    const next = site.done(await site.begin(contract.id, { periodEnd: '2026-06-30' }));
    site.done(await site.lines(next.id, [{ id: pile, accumulated: '4' }]));
    expect(site.refusal(await site.turn(next.id, 'CLOSED'))).toEqual([
      422,
      `rows.${pile}: 1.1: o acumulado é menor que o da medição anterior. Informe o motivo.`,
    ]);
    site.done(await site.lines(next.id, [{ id: pile, accumulated: '4', reason: 'Medido a mais' }]));
    expect(site.refusal(await site.turn(next.id, 'CLOSED'))).toEqual([
      422,
      'O valor desta medição é negativo, e não há como cobrá-lo. Meça mais serviços, ou deixe-a aberta até a próxima.',
    ]);
  });

  test('is reopened only as the last one and while nothing of its document is paid', async () => {
    const { estimate, contract, measurement } = await opened();
    const { pile } = estimate;
    site.done(await site.lines(measurement.id, [{ id: pile, accumulated: '1' }]));
    const first = site.done(await site.turn(measurement.id, 'CLOSED'));
    const next = site.done(await site.begin(contract.id, { periodEnd: '2026-06-30' }));
    expect(site.refusal(await site.turn(first.id, 'OPEN'))).toEqual([
      409,
      'Só a última medição é reaberta. Reabra antes as que vieram depois.',
    ]);
    site.done(await site.api.delete(site.at(next.id), { token: site.token }));
    const credit = `/api/v1/financial/company/${site.office.companyId}/credit/${first.transaction.id}`;
    expect(site.refusal(await site.api.delete(credit, { token: site.token }))).toEqual([
      422,
      'Este lançamento foi feito por uma medição. Reabra a medição, ou desfaça a liberação da retenção.',
    ]);
    const wallet = await site.seed.insert('wallets', {
      ...{ account_id: site.office.accountId, company_id: site.office.companyId },
      ...{ identifier: 'Caixa', balance_date: '2026-01-01' },
    });
    const document = (await site.api.get(credit, { token: site.token })).body.data;
    const payment = `${credit}/installment/${document.transactionRecordList[0].id}/payment`;
    const paid = { paymentDate: '2026-06-10', bank: { id: wallet }, paymentMethod: 'PIX' };
    site.done(await site.api.post(payment, { token: site.token, body: paid }));
    expect(site.refusal(await site.turn(first.id, 'OPEN'))).toEqual([
      422,
      'Há parcela paga neste lançamento. Desfaça o pagamento antes de excluí-lo.',
    ]);
    site.done(await site.api.delete(payment, { token: site.token }));
    const reopened = site.done(await site.turn(first.id, 'OPEN'));
    expect(reopened).toMatchObject({ status: 'OPEN', transaction: null, closedAt: null, periodValue: '110.00' });
    expect((await site.api.get(credit, { token: site.token })).status).toBe(404);
    const history = site.done(await site.api.get(site.at(first.id, '/history'), { token: site.token }));
    expect(history.content.map(({ action, lines }: { action: string; lines: number }) => `${action} ${lines}`)).toEqual(
      [...['reopen 0', 'close 0', 'lines 1', 'create 0']],
    );
  });

  test('decides value, partner and apportionment of its document, and nothing else of it', async () => {
    const { estimate, measurement } = await opened();
    site.done(await site.lines(measurement.id, [{ id: estimate.pile, accumulated: '1' }]));
    const closed = site.done(await site.turn(measurement.id, 'CLOSED'));
    const credit = `/api/v1/financial/company/${site.office.companyId}/credit`;
    const document = (await site.api.get(`${credit}/${closed.transaction.id}`, { token: site.token })).body.data;
    const [installment] = document.transactionRecordList;
    const body = {
      ...{ id: document.id, version: document.version, emissionDate: document.emissionDate },
      ...{ documentNumber: document.documentNumber, description: document.description, partner: document.partner },
    };
    const put = (changes: object) => site.api.put(credit, { token: site.token, body: { ...body, ...changes } });
    const other = await site.seed.insert('partners', {
      ...{ account_id: site.office.accountId, type: 'CUSTOMER', name: 'Outro cliente' },
    });
    const [share] = document.transactionRecordBuildings;
    const moved = {
      building: { id: share.building.id },
      costEstimateGroup: { id: estimate.walls },
      grossValue: '110.00',
    };
    const decided = (what: string) =>
      `${what} deste lançamento é o da medição que o fez. Reabra a medição para mudá-lo.`;
    const refused: [object, string][] = [
      [{ grossValue: '111.00' }, `grossValue: ${decided('O valor')}`],
      [{ partner: { id: other } }, `partner: ${decided('O parceiro')}`],
      [{ partner: null }, `partner: ${decided('O parceiro')}`],
      [{ transactionRecordBuildings: [moved] }, `transactionRecordBuildings: ${decided('O rateio')}`],
    ];
    for (const [changes, sentence] of refused) expect(site.refusal(await put(changes))).toEqual([422, sentence]);
    const free = {
      ...{ description: 'Medição de maio', preferredPaymentMethod: 'PIX', competenceDate: '2026-06-01' },
      transactionRecordList: [{ id: installment.id, dueDate: '2026-07-01', grossValue: '110.00', forecast: true }],
    };
    expect(site.done(await put(free))).toMatchObject({ ...free, value: '110.00', transactionRecordBuildings: [share] });
    const list = `${site.engineering}/company/${site.office.companyId}/measurements`;
    const found = async (transaction: number) =>
      site.done(await site.api.get(`${list}?transaction=${transaction}`, { token: site.token }));
    expect((await found(document.id)).content).toMatchObject([{ id: closed.id, number: 1 }]);
    expect(site.done(await site.turn(closed.id, 'OPEN')).transaction).toBeNull();
    expect((await found(document.id)).content).toEqual([]);
  });

  test('keeps its figures when the estimate changes afterwards, and its lines in the estimate', async () => {
    const { estimate, contract, measurement } = await opened();
    const { pile, block } = estimate;
    site.done(await site.lines(measurement.id, [{ id: pile, accumulated: '4' }]));
    site.done(await site.turn(measurement.id, 'CLOSED'));
    const frozen = await site.sheet(measurement.id);
    await site.approve(estimate.id, false);
    const kept = 'Uma linha já medida não pode ser removida do orçamento.';
    expect(site.refusal(await site.save(estimate.id, [{ id: pile, removed: true }]))).toEqual([422, kept]);
    await site.put(estimate.id, [
      { id: block, removed: true },
      { id: pile, unitPrice: '200' },
    ]);
    const waiting = 'O orçamento não está aprovado. Aprove-o para medir.';
    expect(site.refusal(await site.begin(contract.id, { periodEnd: '2026-06-30' }))).toEqual([422, waiting]);
    await site.approve(estimate.id, true);
    expect(await site.sheet(measurement.id)).toEqual(frozen);
    const next = site.done(await site.begin(contract.id, { periodEnd: '2026-06-30' }));
    // 10 m at 220,00 and 40 m² at 27,64; of the 4 m, what was closed stays what it was.
    expect(next).toMatchObject({ contractedValue: '3305.60', previousValue: '440.00', accumulatedValue: '440.00' });
    site.done(await site.lines(next.id, [{ id: pile, accumulated: '10' }]));
    expect((await site.sheet(next.id)).measurement).toMatchObject({
      periodValue: '1760.00',
      accumulatedValue: '2200.00',
    });
  });
});

describe('What does not fit', () => {
  test('is refused at its field', async () => {
    const estimate = await site.makeEstimate({});
    const { id, pile, base } = estimate;
    const line = { id: pile, quantity: '1', unitPrice: '1' };
    expect(site.refusal(await site.contract(id, { kind: 'CONTRACTOR' }))).toEqual([
      422,
      'partner: Informe o fornecedor.',
    ]);
    const wrong = { kind: 'CONTRACTOR', partner: { id: site.customer }, lines: [{ ...line, id: base }, line, line] };
    expect(site.refusal(await site.contract(id, wrong))).toEqual([
      422,
      'partner: Fornecedor não encontrado.',
      'lines.0.id: Linha não encontrada neste orçamento.',
      'lines.2.id: Esta linha aparece mais de uma vez.',
    ]);
    const contract = site.done(await site.contract(id, { kind: 'CUSTOMER' }));
    expect(site.refusal(await site.contract(id, { kind: 'CUSTOMER' }))).toEqual([
      409,
      'kind: A medição do cliente deste orçamento já existe.',
    ]);
    const measurement = site.done(await site.begin(contract.id, MAY));
    expect(site.refusal(await site.begin(contract.id, { periodEnd: '2026-06-30' }))).toEqual([
      409,
      'A medição 1 ainda não foi fechada. Feche-a antes de começar outra.',
    ]);
    expect(site.refusal(await site.lines(measurement.id, [{ id: pile, accumulated: '-1' }]))).toEqual([
      400,
      'lines.0.accumulated: Informe um valor maior ou igual a zero, com até 4 casas.',
    ]);
    site.done(await site.lines(measurement.id, [{ id: pile, accumulated: '1' }]));
    expect(site.refusal(await site.turn(measurement.id, 'CLOSED'))).toEqual([
      422,
      'partner: O orçamento não tem cliente. Informe o cliente do orçamento antes.',
    ]);
  });

  test('another account finds nothing', async () => {
    const { contract, measurement, estimate } = await opened();
    const { api, engineering, stranger } = site;
    const token = stranger.admin;
    const answers = await Promise.all([
      api.get(site.at(measurement.id), { token }),
      api.get(site.at(measurement.id, '/bulletin'), { token }),
      api.put(site.at(measurement.id, '/lines'), { token, body: { lines: [{ id: estimate.pile, accumulated: '1' }] } }),
      api.post(site.at(measurement.id, '/status'), { token, body: { status: 'CLOSED' } }),
      api.delete(`${engineering}/measurement-contracts/${contract.id}`, { token }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
  });
});
