import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { connect } from 'node:net';
import { once } from 'node:events';
import { startPlatform, type TestServices } from '#tests/support/services.ts';
import { probe, probePolicy } from './probe.ts';

let services: TestServices;
const echo = (body: unknown) => services.api.post('/probe/echo', { body });
const fieldsOf = async (body: unknown) => (await echo(body)).body.fields;

beforeAll(async () => {
  services = await startPlatform([probe], probePolicy);
});
afterAll(() => services.stop());

describe('An answer', () => {
  test('has an envelope with a message for the user', async () => {
    const { status, body } = await echo({ name: 'a', value: '1.00' });
    expect(status).toBe(200);
    expect(body).toEqual({ ok: true, data: { name: 'a', value: '1.00' }, message: 'Recebido.' });
  });

  test('is the same with and without the trailing slash', async () => {
    expect((await services.api.post('/probe/echo/', { body: { name: 'a', value: '1' } })).status).toBe(200);
  });

  test('with fields beyond its contract fails in tests instead of leaking', async () => {
    const quiet = await startPlatform([probe], probePolicy, { logger: false });
    expect((await quiet.api.get('/probe/leak')).status).toBe(500);
    await quiet.stop();
  });

  test('is documented as OpenAPI', async () => {
    const { body } = await services.api.get('/api/v1/openapi.json');
    expect(body.openapi).toBe('3.1.0');
    expect(body.paths['/probe/echo'].post.requestBody.content['application/json'].schema.required).toEqual([
      'name',
      'value',
    ]);
  });
});

describe('A body', () => {
  test('keeps decimals to the digit, as text or as JSON numbers', async () => {
    const sent =
      '{"name":"a","value":9007199254740993.10,"lines":[{"value":0.10},{"value":"12.30"},{"value":null}],"count":2}';
    const { body } = await services.api.post('/probe/echo', {
      body: sent,
      headers: { 'content-type': 'application/json' },
    });
    expect(body.fields).toEqual([{ path: 'value', message: 'Informe um valor decimal, como 1234.50.' }]);

    const fits = sent.replace('9007199254740993.10', '9007199254740.1234567890');
    const { body: kept } = await services.api.post('/probe/echo', {
      body: fits,
      headers: { 'content-type': 'application/json' },
    });
    expect(kept.data).toEqual({
      name: 'a',
      value: '9007199254740.1234567890',
      lines: [{ value: '0.10' }, { value: '12.30' }, { value: null }],
      count: 2,
    });
  });

  test('with fields beyond the contract is rejected at each path, at every depth', async () => {
    const { status, body } = await echo({
      name: 'a',
      value: '1',
      admin: true,
      category: { id: 7, name: 'x' },
      lines: [{ value: '1' }, { value: '1', z: 1 }],
    });
    expect([status, body.error]).toEqual([400, 'INVALID']);
    expect(new Set(body.fields)).toEqual(
      new Set(['admin', 'category.name', 'lines.1.z'].map((path) => ({ path, message: 'Campo desconhecido.' }))),
    );
  });

  test('cannot set a prototype', async () => {
    const body = '{"name":"a","value":"1","__proto__":{"kind":"DEBIT"}}';
    const answer = await services.api.post('/probe/echo', { body, headers: { 'content-type': 'application/json' } });
    expect([answer.status, answer.body.fields]).toEqual([400, [{ path: '__proto__', message: 'Campo desconhecido.' }]]);
  });

  test('with invalid fields gets a Portuguese message at each', async () => {
    const { status, body } = await echo({
      name: '',
      value: '1,50',
      date: '2026-02-30',
      kind: 'OTHER',
      category: { id: 'x' },
      count: 0,
      lines: [{ value: '1' }, { value: '-1' }],
    });
    expect(status).toBe(400);
    expect(body).toMatchObject({
      error: 'INVALID',
      message: 'Confira os campos informados.',
      path: '/probe/echo',
      status: 400,
    });
    expect(Object.fromEntries(body.fields.map(({ path, message }: Record<string, string>) => [path, message]))).toEqual(
      {
        name: 'Campo obrigatório.',
        value: 'Informe um valor decimal, como 1234.50.',
        date: 'Informe uma data válida no formato AAAA-MM-DD.',
        kind: 'Escolha um destes valores: CREDIT, DEBIT.',
        'category.id': 'Informe um número inteiro.',
        count: 'Informe um valor maior ou igual a 1.',
        'lines.1.value': 'Informe um valor decimal maior ou igual a zero, como 1234.50.',
      },
    );
  });

  test('with missing fields names each of them', async () => {
    expect(await fieldsOf({ value: null })).toEqual([
      { path: 'name', message: 'Campo obrigatório.' },
      { path: 'value', message: 'Campo obrigatório.' },
    ]);
    expect(
      await fieldsOf({ name: 'abcdefghijk', value: '1', lines: ['1', '2', '3', '4'].map((value) => ({ value })) }),
    ).toEqual([
      { path: 'name', message: 'Informe no máximo 10 caracteres.' },
      { path: 'lines', message: 'Informe no máximo 3 itens.' },
    ]);
  });

  test('with an integer that no database has is refused at its place', async () => {
    for (const count of [2 ** 53, 6.5e201])
      expect(await fieldsOf({ name: 'a', value: '1', count })).toEqual([
        { path: 'count', message: 'Informe um número inteiro.' },
      ]);
    expect((await echo({ name: 'a', value: '1', count: 2 ** 53 - 1 })).status).toBe(200);
  });

  test.each([
    ['not JSON', '{"name":'],
    ['empty', ''],
    ['a key twice', '{"name":"a","name":"b","value":"1"}'],
    ['nested without end', '['.repeat(100_000)],
    ['no object', '[]'],
  ])('that is %s is rejected in Portuguese', async (_what, body) => {
    const answer = await services.api.post('/probe/echo', { body, headers: { 'content-type': 'application/json' } });
    expect(answer.status).toBe(400);
    expect(answer.body.message).toMatch(/corpo da requisição|Confira os campos/);
  });

  test('that is too large or of another media type is rejected in Portuguese', async () => {
    const large = await echo({ name: 'a'.repeat(300_000), value: '1' });
    expect([large.status, large.body.message]).toEqual([413, 'O conteúdo enviado é grande demais.']);
    const xml = await services.api.post('/probe/echo', {
      body: '<a/>',
      headers: { 'content-type': 'application/xml' },
    });
    expect([xml.status, xml.body.message]).toEqual([415, 'O tipo de conteúdo enviado não é aceito aqui.']);
  });
});

describe('An address', () => {
  const list = (query: string) => services.api.get(`/probe/list?${query}`);

  test('gives a list its page, size, sort, filters and ids', async () => {
    const { body } = await list('page=2&size=25&sort=date:desc,name&active=true&from=&search=%20areia%20');
    expect(body.data).toMatchObject({
      page: 2,
      size: 25,
      offset: 50,
      order: [true, false, false],
      active: true,
      ids: null,
      search: 'areia',
    });
    expect((await list('ids=3,1,3')).body.data).toMatchObject({ ids: [3, 1], size: 2 });
    expect((await list('')).body.data).toMatchObject({ page: 0, size: 10_000, active: null });
  });

  test('without a size, or with the largest one, gets rows up to the maximum', async () => {
    expect((await list('size=2000000')).body.data.size).toBe(10_000);
    expect((await list('')).body.data.size).toBe(10_000);
  });

  test.each([
    ['colour=red', 'colour', 'Filtro desconhecido.'],
    ['sort=password', 'sort', 'Não é possível ordenar por "password".'],
    ['sort=constructor', 'sort', 'Não é possível ordenar por "constructor".'],
    ['page=-1', 'page', 'Informe um valor maior ou igual a 0.'],
    ['page=x', 'page', 'Informe um número inteiro.'],
    ['active=talvez', 'active', 'Informe verdadeiro ou falso.'],
    ['from=2026-13-01', 'from', 'Informe uma data válida no formato AAAA-MM-DD.'],
    ['from=0000-01-01', 'from', 'Informe uma data válida no formato AAAA-MM-DD.'],
    ['ids=1,,2', 'ids', 'Formato inválido.'],
    ['page=1&page=2', 'page', 'Informe um número inteiro.'],
  ])('with %s is rejected at the key', async (query, path, message) => {
    const { status, body } = await list(query);
    expect(status).toBe(400);
    expect(body.fields).toEqual([{ path, message }]);
  });

  test('that is unknown or malformed gets an error in Portuguese', async () => {
    const missing = await services.api.get('/api/v1/nada?token=segredo');
    expect(missing.status).toBe(404);
    expect(missing.body).toEqual({
      timestamp: '2026-11-20T15:00:00.000Z',
      status: 404,
      error: 'NOT_FOUND',
      message: 'Endereço não encontrado.',
      path: '/api/v1/nada',
      requestId: expect.any(String),
    });
    expect((await services.api.get('/probe/%E0%A4%A')).body.message).toBe('A requisição está malformada.');
  });

  test('of a malformed HTTP request gets an error in Portuguese before the connection closes', async () => {
    const { port } = new URL(await services.listen());
    const socket = connect(Number(port), '127.0.0.1');
    let text = '';
    socket.on('data', (chunk) => (text += String(chunk)));
    socket.write('rubbish\r\n\r\n');
    await once(socket, 'close');
    expect(text).toMatch(/^HTTP\/1\.1 400 /);
    expect(text).toContain('A requisição está malformada.');
  });
});
