import { describe, expect, test } from '@jest/globals';
import { at, fieldsOf, get, house, office, openSite, planFoundations, put, rows, services, stranger } from './site.ts';

openSite();

describe('A change of a schedule is refused', () => {
  const rule = (name: string, body: () => object | Promise<object>, ...fields: string[]) => ({ name, body, fields });
  const of = (...key: (keyof typeof rows)[]) => key.map((one) => ({ key: one, ...at(rows[one]), duration: 2 }));

  test.each([
    rule(
      'a row of nowhere',
      () => ({ items: [{ ...at(987_654), duration: 1 }] }),
      'items.0.costEstimateItem: Item não encontrado neste orçamento.',
    ),
    rule(
      'a row without a duration',
      () => ({ items: [at(rows.piles)] }),
      'items.0.duration: Informe ao menos um dia útil.',
    ),
    rule(
      'an end before the start',
      () => ({ items: [{ ...at(rows.piles), startDate: '2026-11-23', endDate: '2026-11-20' }] }),
      'items.0.endDate: O fim é antes do início.',
    ),
    rule(
      'an end on a weekend alone',
      () => ({ items: [{ ...at(rows.piles), startDate: '2026-11-21', endDate: '2026-11-22' }] }),
      'items.0.endDate: Não há dia útil entre o início e o fim.',
    ),
    rule(
      'an end that is not the duration',
      () => ({ items: [{ ...at(rows.piles), startDate: '2026-11-23', endDate: '2026-11-27', duration: 4 }] }),
      'items.0.endDate: O fim não combina com a duração: até 27/11/2026 são 5 dias úteis.',
    ),
    rule(
      'more than all of it',
      () => ({ items: [{ ...at(rows.piles), duration: 2, percentComplete: '100.01' }] }),
      'items.0.percentComplete: O avanço vai até 100 %.',
    ),
    rule(
      'a milestone that lasts',
      () => ({ items: [{ ...at(rows.found), milestone: 'Pronto', duration: 2 }] }),
      'items.0.duration: Um marco não tem duração.',
    ),
    rule(
      'a milestone on a line',
      () => ({ items: [{ ...at(rows.piles), milestone: 'Pronto', duration: 0 }] }),
      'items.0.milestone: Um marco fica em uma etapa.',
    ),
    rule(
      'a stage as a whole beside its rows',
      () => ({ items: of('piles', 'found') }),
      'items.0.costEstimateItem: A etapa 2 Fundações está no cronograma como um todo: retire-a antes de detalhar.',
    ),
    rule(
      'a row twice',
      () => ({ items: of('piles', 'piles').map((item, index) => ({ ...item, key: `k${index}` })) }),
      'items.1.costEstimateItem: 2.1 Estacas já está no cronograma.',
    ),
    rule(
      'a link to itself',
      () => ({ items: of('piles'), links: [{ fromKey: 'piles', toKey: 'piles' }] }),
      'links.0.to: Um item não depende de si mesmo.',
    ),
    rule(
      'a link to nothing',
      () => ({ items: of('piles'), links: [{ fromKey: 'piles', toKey: 'roof' }] }),
      'links.0.to: Item do cronograma não encontrado.',
    ),
    rule(
      'a second link',
      () => ({
        items: of('piles', 'beams'),
        links: [
          { fromKey: 'piles', toKey: 'beams' },
          { fromKey: 'piles', toKey: 'beams', type: 'SS' },
        ],
      }),
      'links.0.to: Estes itens já estão ligados.',
      'links.1.to: Estes itens já estão ligados.',
    ),
    rule(
      'a circle, in words',
      () => ({
        items: of('piles', 'beams', 'walls'),
        links: [
          { fromKey: 'piles', toKey: 'beams' },
          { fromKey: 'beams', toKey: 'walls' },
          { fromKey: 'walls', toKey: 'piles' },
        ],
      }),
      'links.2: Esta dependência fecha um círculo: Estacas → Blocos → Alvenaria → Estacas.',
    ),
    rule(
      'a day off twice',
      () => ({ daysOff: [1, 2].map((n) => ({ date: '2026-12-25', type: 'OTHER', description: `Natal ${n}` })) }),
      'daysOff.0.date: 25/12/2026 já é dia de folga.',
      'daysOff.1.date: 25/12/2026 já é dia de folga.',
    ),
    rule(
      'an unknown item',
      () => ({ items: [{ id: 987_654, duration: 1 }] }),
      'items.0.id: Item do cronograma não encontrado.',
    ),
    rule('an unknown link', () => ({ links: [{ id: 987_654, lag: 1 }] }), 'links.0.id: Dependência não encontrada.'),
    rule(
      'an unknown day',
      () => ({ daysOff: [{ id: 987_654, removed: true }] }),
      'daysOff.0.id: Dia de folga não encontrado.',
    ),
    rule('dates beyond the calendar', () => ({
      items: [{ ...at(rows.piles), startDate: '9999-12-01', duration: 300 }],
    })),
  ])('with $name', async ({ body, fields }) => {
    const sent = await body();
    const answer = await put(sent);
    expect([answer.status, fieldsOf(answer) ?? []]).toEqual([422, fields]);
    expect((await get()).body.data).toMatchObject({ version: 1, items: [], daysOff: [] });
  });

  test('says where a circle of milestones and rows closes', async () => {
    const { items } = await planFoundations();
    const answer = await put({ links: [{ from: items[2]?.id, to: items[0]?.id }] });
    expect(fieldsOf(answer)).toEqual([
      expect.stringMatching(/^links\.0: Esta dependência fecha um círculo: .*Estacas → Blocos.*\.$/),
    ]);
    expect(answer.body.message).toMatch(/Fundação pronta/);
  });

  test('for whoever has no ENGINEERING on the building, as if it were not there', async () => {
    await planFoundations();
    const other = await services.seed.building(office);
    const outsiders = [await office.as(['ENGINEERING'], other), stranger.admin];
    for (const token of outsiders) {
      const answers = [
        await get('/schedule', token),
        await put({ workOnSundays: true }, token),
        await get('/days-off', token),
      ];
      expect(answers.map(({ status, body }) => [status, body.message])).toEqual(
        Array(3).fill([404, 'Orçamento não encontrado.']),
      );
    }
    expect((await get('/schedule', await office.as(['PURCHASE'], house))).status).toBe(403);
    expect((await get('/schedule', await office.as(['ENGINEERING'], house))).status).toBe(200);
  });
});
