/** What the history of an order tells; every expected sentence is written by hand. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { purchaseAuthor, purchaseLines, purchaseTitle } from '#domain/purchase/changes/words.ts';
import { done, refusal } from './kit.ts';
import { of, startReceiving, type ReceivingDesk } from './receivingKit.ts';

let desk: ReceivingDesk;
/** Sees the first building alone, and the other one alone. */
let here: string;
let elsewhere: string;

beforeAll(async () => {
  desk = await startReceiving();
  const { seed, office, building, other } = desk;
  const buyer = async (name: string, buildingId: number) => {
    const grants = [{ companyId: office.companyId, buildingId, permissions: ['PURCHASE' as const] }];
    return seed.tokenOf(await seed.user(office.accountId, { login: `${name}@exemplo.com.br`, name, grants }));
  };
  here = await buyer('bruna', building);
  elsewhere = await buyer('elena', other);
});
afterAll(() => desk.services.stop());

type Change = Parameters<typeof purchaseLines>[0];

const history = (id: number, as = desk.token, query: Record<string, string> = {}) =>
  desk.api.get(desk.at(id, '/history'), { token: as, query });
/** Each change with its sentences, the latest first. */
const told = async (id: number, as = desk.token): Promise<string[][]> =>
  done(await history(id, as)).content.map((one: Change) =>
    [purchaseTitle(one.action, 'order'), ...purchaseLines(one)].map((text) => text.replaceAll('\u00a0', ' ')),
  );

/** The whole of an order as its form sends it, with changes. */
const saved = async (id: number, edit: (body: Record<string, unknown>) => void) => {
  const body = await desk.read(id);
  edit(body);
  return done(await desk.update(id, body));
};

describe('The history of an order', () => {
  test('tells every change in words, with before and after, the latest first', async () => {
    const { id, a } = await desk.open();
    const rocha = await desk.partner('SUPPLIER', 'Rocha Materiais');
    await saved(id, (body) => {
      body['supplier'] = { id: rocha };
      body['delivery'] = { date: '2026-11-12' };
      body['notes'] = 'Entregar pela manhã';
      const [line] = body['requirementLineList'] as Record<string, unknown>[];
      Object.assign(line ?? {}, { quantity: '12', price: '50' });
      body['requirement'] = {
        payment: {
          payAfterBase: 'DELIVERY',
          payAfterDay: 30,
          installmentList: [{ dueDate: '2026-12-12', grossValue: '800.00' }],
        },
      };
    });
    // 300,00 of 700,00: freight 12,86, IPI 31,29 of 312,86, discount 1,29.
    const nota = { documentNumber: '15.402', receivedDate: '2026-11-13', lines: [of(a, '6')] };
    const [delivery] = done(await desk.receive(id, nota)).deliveries;
    done(await desk.undo(id, delivery.id));
    const sentences = await told(id);
    expect(sentences).toEqual([
      [
        'desfez um recebimento',
        'Nota: 15.402',
        'Recebimento: 13/11/2026',
        'Valor: R$ 342,86',
        'Insumo A: quantidade 6',
      ],
      [
        'registrou um recebimento',
        ...['Nota: 15.402', 'Recebimento: 13/11/2026', 'Valor: R$ 342,86', 'Insumo A: quantidade 6'],
      ],
      [
        'alterou o pedido',
        ...['Fornecedor de Depósito São Jorge para Rocha Materiais', 'Entrega de 10/11/2026 para 12/11/2026'],
        ...['Observações de vazio para Entregar pela manhã', 'Insumo A: quantidade de 10 para 12'],
        'Parcela 1: vencimento de 10/12/2026 para 12/12/2026; valor de R$ 345,00 para R$ 800,00',
        'Parcela 2 excluída: vencimento 09/01/2027, valor R$ 345,00',
      ],
      expect.arrayContaining([
        'criou o pedido',
        'Fornecedor: Depósito São Jorge',
        'Obra: Vila das Ipês',
        'Categoria: Concreto e argamassa',
        'Frete: R$ 30,00',
        'Insumo A: quantidade 10, unidade sc, preço R$ 50,00, etapa Áreas comuns',
        'Parcela 2: vencimento 09/01/2027, valor R$ 345,00',
      ]),
    ]);
    const page = done(await history(id, desk.token, { page: '1', size: '3' }));
    expect([page.totalElements, page.content.length, page.content[0].action]).toEqual([4, 1, 'CREATED']);
  });

  test('tells of the time at which it was of another building only that something was changed', async () => {
    const { id } = await desk.open({
      building: { id: desk.other },
      requirementLineList: [{ product: { id: await desk.product('C', 'Insumo C') }, quantity: '4', price: '150' }],
    });
    await saved(id, (body) => void (body['building'] = { id: desk.building }));
    await saved(id, (body) => void (body['notes'] = 'Portão 2'));
    expect(await told(id, here)).toEqual([
      ['alterou o pedido', 'Observações de vazio para Portão 2'],
      ['alterou o pedido', 'O que mudou é de uma obra que você não pode ver.'],
      ['criou o pedido', 'O que mudou é de uma obra que você não pode ver.'],
    ]);
    expect(JSON.stringify(done(await history(id, here)))).not.toContain('Alto da Serra');
    expect((await told(id))[1]).toEqual(['alterou o pedido', 'Obra de Alto da Serra para Vila das Ipês']);
    expect(refusal(await history(id, elsewhere))).toEqual([404, 'Pedido não encontrado.']);
  });

  test('says who did it: a user, or its supplier by the link', async () => {
    const { id } = await desk.open();
    const made = done(await desk.api.post(desk.at(id, '/link'), { token: desk.token }));
    const path = `/api/v1/purchase/order-confirmation/${made.url.split('/').at(-1)}`;
    expect((await desk.api.get(path)).status).toBe(200);
    expect(
      (await desk.api.post(`${path}/propose`, { body: { revision: 1, date: '2026-11-27', note: 'Sem caminhão' } }))
        .status,
    ).toBe(200);
    const changes: Change[] = done(await history(id)).content;
    expect(changes.map((one) => [purchaseAuthor(one), purchaseTitle(one.action, 'order')])).toEqual([
      ['O fornecedor', 'propôs outra data de entrega'],
      ['O fornecedor', 'abriu o pedido'],
      [expect.not.stringMatching(/fornecedor|Prumo/), 'criou um link para o fornecedor'],
      [expect.not.stringMatching(/fornecedor|Prumo/), 'criou o pedido'],
    ]);
    expect((await told(id))[0]).toEqual([
      'propôs outra data de entrega',
      'Data proposta: 27/11/2026',
      'Observação: Sem caminhão',
    ]);
  });

  test('is read by as many statements for two changes as for fifty', async () => {
    const { id } = await desk.open();
    await saved(id, (body) => void (body['notes'] = 'Um'));
    const statements = async (size: string) => Number((await history(id, here, { size })).headers['x-sql-queries']);
    const few = await statements('1');
    await desk.seed.sql(
      `insert into audit_log (account_id, at, user_id, route, action, entity, entity_id, details)
       select a.account_id, a.at, a.user_id, a.route, a.action, a.entity, a.entity_id, a.details
         from audit_log a, generate_series(1, 50) where a.entity = 'order' and a.entity_id = $1 and a.action = 'update'`,
      [id],
    );
    expect(done(await history(id, here, { size: '50' })).content).toHaveLength(50);
    expect(await statements('50')).toBe(few);
  });
});
