/** What the history of a quote tells; every expected sentence is written by hand. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { purchaseAuthor, purchaseLines, purchaseTitle } from '#domain/purchase/changes/words.ts';
import { done } from '#tests/purchase/orders/kit.ts';
import { DEADLINE, startQuotes } from './kit.ts';

let desk: Awaited<ReturnType<typeof startQuotes>>;
beforeAll(async () => (desk = await startQuotes()));
afterAll(() => desk.services.stop());

type Change = Parameters<typeof purchaseLines>[0];

/** Author, what was done, and the sentences of each change, the latest first. */
const told = async (id: number): Promise<string[][]> =>
  done(await desk.api.get(desk.at(id, '/history'), { token: desk.token })).content.map((one: Change) =>
    [
      `${one.user === null ? `${purchaseAuthor(one)} ` : ''}${purchaseTitle(one.action, 'quote')}`,
      ...purchaseLines(one),
    ].map((text) => text.replaceAll('\u00a0', ' ')),
  );

describe('The history of a quote', () => {
  test('tells what was asked, what each supplier did, who won which line, and what came of it', async () => {
    const { strong, union } = desk.suppliers;
    const [steel, wire] = [desk.steel[0], desk.steel[4]];
    const quote = done(
      await desk.create({
        ...{ lines: [steel, wire], deadline: DEADLINE },
        suppliers: [{ partnerId: strong }, { partnerId: union }],
      }),
    );
    const changed = done(
      await desk.update(quote.id, {
        version: quote.version,
        lines: quote.lines.map((line: { id: number; quantity: string }, index: number) => ({
          ...desk.steel[index === 0 ? 0 : 4],
          ...{ id: line.id, quantity: index === 0 ? '9000' : line.quantity },
        })),
      }),
    );
    const [first, second] = changed.suppliers.map(({ id }: { id: number }) => id);
    await desk.answer(changed, first, { prices: [['6.42'], ['14.60']] });
    const secret = await desk.link(quote.id, second);
    done(await desk.page(secret).decline({ reason: 'Sem estoque' }));
    const awards = changed.lines.map(({ id }: { id: number }) => ({ lineId: id, supplierId: first }));
    const awarded = done(await desk.award(quote.id, { version: (await desk.read(quote.id)).version, awards }));
    const { orders } = done(await desk.order(quote.id, { version: awarded.version }));
    const sentences = await told(quote.id);
    expect(sentences).toEqual([
      ['gerou pedidos', `Pedidos: ${orders[0].document}`],
      [
        'escolheu fornecedores',
        'Vergalhão CA-50 Ø 10 mm, barra 12 m: fornecedor de vazio para Aço Forte Distribuidora',
        'Arame recozido nº 18: fornecedor de vazio para Aço Forte Distribuidora',
      ],
      ['Ferragens União Paulista recusou participar', 'Motivo: Sem estoque'],
      ['criou um link para o fornecedor', 'Ferragens União Paulista'],
      ['Aço Forte Distribuidora respondeu à cotação'],
      ['criou um link para o fornecedor', 'Aço Forte Distribuidora'],
      ['alterou a cotação', 'Vergalhão CA-50 Ø 10 mm, barra 12 m: quantidade de 8.420 para 9.000'],
      expect.arrayContaining([
        'criou a cotação',
        'Título: Aço — estrutura torre A',
        'Obra: Vila das Ipês',
        'Arame recozido nº 18: quantidade 320, unidade sc, etapa Áreas comuns',
        'Ferragens União Paulista',
      ]),
    ]);
  });
});
