import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { MAX_MENTIONS } from '#domain/financial/comments/mentions.ts';
import type { Reply } from '#tests/support/services.ts';
import { startLedger, type Doc, type Ledger } from '../ledger/kit.ts';

let ledger: Ledger;
let casa: number;
let clinica: number;
/** DEBIT on everything, on Casa, on Clínica; and nothing. */
let ids: { bruno: number; celia: number; davi: number; eva: number };
let davi: string;

const document = async (building: number): Promise<number> => {
  const body = {
    ...{ documentNumber: 'NF 31', grossValue: '100.00', emissionDate: '2026-11-20', dueDate: '2026-12-10' },
    ...{ partner: { id: ledger.concreteira } },
    transactionRecordBuildings: [{ building: { id: building }, grossValue: '100.00' }],
  };
  const reply = await ledger.post('debit', body);
  if (reply.status !== 200) throw new Error(reply.text);
  return reply.body.data.id;
};

beforeAll(async () => {
  ledger = await startLedger();
  const { services, accountId, companyId } = ledger;
  const rows = await services.seed.sql<{ id: string; name: string }>(
    'select id, name from users where account_id = $1',
    [accountId],
  );
  const named = (name: string) => Number(rows.find((row) => row.name === name)?.id);
  const grants = [{ companyId, buildingId: ledger.clinica, permissions: ['DEBIT' as const] }];
  const builder = await services.seed.user(accountId, { name: 'Davi Melo', grants });
  davi = await services.seed.tokenOf(builder);
  const eva = (await services.seed.user(accountId, { name: 'Eva Sem Nada' })).id;
  ids = { bruno: named('Bruno Reis'), celia: named('Célia Dias'), davi: builder.id, eva };
  casa = await document(ledger.casa);
  clinica = await document(ledger.clinica);
});
afterAll(() => ledger.services.stop());
beforeEach(() => ledger.services.seed.sql('delete from assistant_messages'));

const path = (id: number, rest = '') => ledger.path('debit', `/${id}/comments${rest}`);
const say = (id: number, text: string, token = ledger.financeiro) =>
  ledger.services.api.post(path(id), { token, body: { text } });
const said = async (id: number, text: string, token = ledger.financeiro): Promise<Doc> => {
  const reply = await say(id, text, token);
  if (reply.status !== 200) throw new Error(reply.text);
  return reply.body.data;
};
const edit = (id: number, comment: number, text: string, token = ledger.financeiro) =>
  ledger.services.api.put(path(id, `/${comment}`), { token, body: { text } });
const remove = (id: number, comment: number, token = ledger.financeiro) =>
  ledger.services.api.delete(path(id, `/${comment}`), { token });
const list = async (id: number, token = ledger.financeiro, query: Record<string, string> = {}): Promise<Doc> =>
  (await ledger.services.api.get(path(id), { token, query })).body.data;
const messages = () =>
  ledger.services.seed.sql<{ user: number; event: string; text: string; link: string; place: number; at: number[] }>(
    `select user_id::int as "user", event, message_text(m) as text, link, company_id::int as place, building_ids::int[] as at
       from assistant_messages m order by id`,
  );
const refusal = ({ status, body }: Reply) => [status, body.message, body.fields?.[0]?.path];

describe('A comment on a document', () => {
  test('is written, listed the latest first, changed, and removed without its text', async () => {
    const first = await said(casa, '  Confira o valor.\r\nÉ de ontem. ');
    expect(first).toMatchObject({
      ...{ text: 'Confira o valor.\nÉ de ontem.', author: { id: ids.bruno, name: 'Bruno Reis' }, mentions: [] },
      ...{ editedAt: null, removedAt: null, canEdit: true, canRemove: true },
    });
    const second = await said(casa, 'Conferido.', ledger.engenheiro);
    const changed = (await edit(casa, first.id, 'Confira o desconto.')).body.data;
    expect(changed).toMatchObject({ text: 'Confira o desconto.', editedAt: expect.any(String), at: first.at });
    expect((await remove(casa, second.id, ledger.engenheiro)).body.data).toMatchObject({
      ...{ text: null, removedAt: expect.any(String), canEdit: false, canRemove: false },
    });
    const page = await list(casa, ledger.engenheiro);
    expect(page.content.map((one: Doc) => [one.id, one.text, one.canEdit, one.canRemove])).toEqual([
      [second.id, null, false, false],
      [first.id, 'Confira o desconto.', false, false],
    ]);
    expect((await list(casa, ledger.engenheiro, { page: '1', size: '1' })).content[0].id).toBe(first.id);
    // Nowhere, the history included.
    const everywhere = await ledger.services.seed.sql(
      `select from audit_log where details::text like '%Conferido%' union all
       select from transaction_comments where text like '%Conferido%'`,
    );
    expect(everywhere).toEqual([]);
  });

  test('is changed by its author alone, and removed by its author or an administrator', async () => {
    const { id } = await said(casa, 'Meu');
    expect(refusal(await edit(casa, id, 'Seu', ledger.admin))).toEqual([
      ...[403, 'Só quem escreveu um comentário pode alterá-lo.', undefined],
    ]);
    expect(refusal(await remove(casa, id, ledger.engenheiro))).toEqual([
      ...[403, 'Só quem escreveu um comentário, ou um administrador, pode removê-lo.', undefined],
    ]);
    expect((await list(casa, ledger.admin)).content[0]).toMatchObject({ canEdit: false, canRemove: true });
    expect((await remove(casa, id, ledger.admin)).status).toBe(200);
    expect(refusal(await edit(casa, id, 'De volta'))).toEqual([422, 'Este comentário foi removido.', undefined]);
  });

  test.each([
    ['without a text', { text: ' \n ' }, 'text'],
    ['longer than 2,000 characters', { text: 'x'.repeat(2_001) }, 'text'],
    ['with a field that it does not have', { text: 'x', mentions: [1] }, 'mentions'],
  ])('%s is refused at its field', async (_what, body, field) => {
    const reply = await ledger.services.api.post(path(casa), { token: ledger.financeiro, body });
    expect([reply.status, reply.body.fields[0].path]).toEqual([400, field]);
  });

  test('is neither read nor written by who may not see the document', async () => {
    const { id } = await said(clinica, 'Segredo');
    const denied = [404, 'Despesa não encontrada.', undefined];
    const { engenheiro } = ledger;
    expect(refusal(await ledger.services.api.get(path(clinica), { token: engenheiro }))).toEqual(denied);
    expect(refusal(await say(clinica, 'x', engenheiro))).toEqual(denied);
    expect(refusal(await edit(clinica, id, 'x', engenheiro))).toEqual(denied);
    expect(refusal(await remove(clinica, id, engenheiro))).toEqual(denied);
    // A comment is one of its own document.
    expect(refusal(await remove(casa, id))).toEqual([404, 'Comentário não encontrado.', undefined]);
  });

  test('goes with its document, also where many are deleted at once', async () => {
    const [one, another] = [await document(ledger.casa), await document(ledger.casa)];
    for (const id of [one, another]) await said(id, `Veja @[${ids.celia}]`);
    const token = ledger.financeiro;
    expect((await ledger.services.api.delete(ledger.path('debit', `/${one}`), { token })).status).toBe(200);
    await ledger.services.seed.sql('select delete_documents($1, $2::bigint[])', [ledger.accountId, [another]]);
    const left = await ledger.services.seed.sql(
      'select from transaction_comments where transaction_id = any($1::bigint[])',
      [[one, another]],
    );
    expect(left).toEqual([]);
  });

  test('is read by as many statements for one as for thirty', async () => {
    const id = await document(ledger.casa);
    const statements = async () =>
      Number((await ledger.services.api.get(path(id), { token: ledger.financeiro })).headers['x-sql-queries']);
    await said(id, 'um');
    const few = await statements();
    for (let count = 0; count < 29; count += 1) await said(id, `Veja @[${ids.celia}]`);
    expect(await statements()).toBe(few);
  });
});

describe('A mention', () => {
  test('tells the mentioned person once, with a link, and never oneself', async () => {
    const { id, mentions } = await said(casa, `@[${ids.celia}], @[${ids.bruno}] e @[${ids.celia}]: confiram`);
    expect(mentions).toEqual([
      { id: ids.bruno, name: 'Bruno Reis' },
      { id: ids.celia, name: 'Célia Dias' },
    ]);
    const told = {
      ...{ user: ids.celia, event: 'MENTION', place: ledger.companyId, at: [ledger.casa] },
      text: 'Bruno Reis mencionou você em um comentário da despesa NF 31, de Concreteira Paulista.',
      link: `/home/forms/transactions/outcome?id=${casa}#comments`,
    };
    expect(await messages()).toEqual([told]);
    // Taken out and put in again: the same comment tells nobody twice.
    await edit(casa, id, 'Ninguém');
    expect((await list(casa)).content[0].mentions).toEqual([]);
    await edit(casa, id, `@[${ids.celia}] de novo`);
    expect(await messages()).toHaveLength(1);
  });

  test('of somebody who may not see the document is refused at the text, and nothing is written', async () => {
    const before = (await list(casa)).totalElements;
    const message = 'Uma das pessoas mencionadas não pode ver este lançamento. Tire a menção, ou escolha outra pessoa.';
    for (const id of [ids.davi, ids.eva, 999_999_999])
      expect(refusal(await say(casa, `@[${id}] veja`))).toEqual([422, message, 'text']);
    const many = Array.from({ length: MAX_MENTIONS + 1 }, (_, index) => `@[${index + 1}]`).join(' ');
    expect(refusal(await say(casa, many))).toEqual([
      ...[422, 'Mencione no máximo 20 pessoas em um comentário.', 'text'],
    ]);
    expect((await list(casa)).totalElements).toBe(before);
    expect(await messages()).toEqual([]);
    expect((await say(clinica, `@[${ids.davi}] veja`)).status).toBe(200);
  });

  test('stays in a text whose author changes it after the person lost the document', async () => {
    const { id } = await said(clinica, `@[${ids.davi}] veja`);
    await ledger.services.seed.sql('update users set active = false where id = $1', [ids.davi]);
    expect((await edit(clinica, id, `@[${ids.davi}] veja hoje`)).status).toBe(200);
    expect((await say(clinica, `@[${ids.davi}] veja`)).status).toBe(422);
    await ledger.services.seed.sql('update users set active = true where id = $1', [ids.davi]);
  });

  test('is not told to who has switched mentions off', async () => {
    await ledger.services.seed.sql(
      `insert into assistant_preferences (account_id, user_id, muted) values ($1, $2, '{MENTION}')`,
      [ledger.accountId, ids.celia],
    );
    await said(casa, `@[${ids.celia}] veja`);
    expect(await messages()).toEqual([]);
    await ledger.services.seed.sql('delete from assistant_preferences');
  });

  test('is offered of those who may see the document, by name, without who asks', async () => {
    const names = async (id: number, search: string, token = ledger.financeiro) => {
      const query: Record<string, string> = search === '' ? {} : { search };
      const reply = await ledger.services.api.get(ledger.path('debit', `/${id}/mentionable`), { token, query });
      return reply.body.data?.content.map(({ name }: Doc) => name) ?? reply.status;
    };
    expect(await names(casa, '')).toEqual(['Ana Prado', 'Célia Dias']);
    expect(await names(casa, 'celia')).toEqual(['Célia Dias']);
    expect(await names(casa, 'davi')).toEqual([]);
    expect(await names(clinica, '')).toEqual(['Ana Prado', 'Davi Melo']);
    expect(await names(clinica, '', ledger.engenheiro)).toBe(404);
  });

  test('waits for its person until they answer, are no longer mentioned, or may not see the document', async () => {
    const id = await document(ledger.clinica);
    const mine = async (token = davi): Promise<string[]> => {
      const at = `/api/v1/financial/company/${ledger.companyId}/mentions`;
      const { content } = (await ledger.services.api.get(at, { token })).body.data;
      return content
        .map(({ text, transaction }: Doc) => `${transaction.id}: ${text}`)
        .filter((one: string) => one.startsWith(`${id}:`));
    };
    const first = await said(id, `@[${ids.davi}] um`);
    const second = await said(id, `@[${ids.davi}] dois`);
    expect(await mine()).toEqual([`${id}: @[${ids.davi}] dois`, `${id}: @[${ids.davi}] um`]);
    expect(await mine(ledger.engenheiro)).toEqual([]);
    await remove(id, second.id);
    expect(await mine()).toEqual([`${id}: @[${ids.davi}] um`]);
    await edit(id, first.id, 'para ninguém');
    expect(await mine()).toEqual([]);
    await edit(id, first.id, `@[${ids.davi}] um`);
    const move = 'update user_permissions set building_id = $1 where user_id = $2';
    await ledger.services.seed.sql(move, [ledger.galpao, ids.davi]);
    expect(
      await mine(await ledger.services.seed.tokenOf({ id: ids.davi, accountId: ledger.accountId } as never)),
    ).toEqual([]);
    await ledger.services.seed.sql(move, [ledger.clinica, ids.davi]);
    expect(await mine()).toEqual([`${id}: @[${ids.davi}] um`]);
    await said(id, 'Visto.', davi);
    expect(await mine()).toEqual([]);
  });

  test('has the name that its person has today', async () => {
    const { id } = await said(casa, `@[${ids.celia}] veja`);
    await ledger.services.seed.sql(`update users set name = 'Usuário anonimizado' where id = $1`, [ids.celia]);
    const [one] = (await list(casa)).content;
    expect([one.id, one.text, one.mentions]).toEqual([
      ...[id, `@[${ids.celia}] veja`],
      [{ id: ids.celia, name: 'Usuário anonimizado' }],
    ]);
    await ledger.services.seed.sql(`update users set name = 'Célia Dias' where id = $1`, [ids.celia]);
  });
});
