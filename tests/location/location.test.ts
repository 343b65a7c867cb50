import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { withTimeLimit } from '#domain/timeLimit.ts';
import { startGateway, type TestGateway } from '#tests/support/gateway.ts';
import { slowness } from '#tests/support/pace.ts';
import { HANDLED, Raw, startScriptedServices, type ScriptedServices } from '#tests/support/scriptedServices.ts';
import { startServices, type TestServices } from '#tests/support/services.ts';

let provider: ScriptedServices;
let services: TestServices;
let gateway: TestGateway;
let token: string;

beforeAll(async () => {
  provider = await startScriptedServices();
  services = await startServices({ addresses: { url: `${provider.url}/ws/`, timeLimit: 300 } });
  token = await services.seed.tokenOf(await services.seed.user(await services.seed.account(), { admin: true }));
  gateway = await startGateway({ services: await services.listen() });
});
afterAll(async () => {
  await gateway.stop();
  await services.stop();
  await provider.stop();
});

const city = (prefix: string) => services.api.get('/api/v1/location/city', { token, query: { prefix } });
const cep = (code: string) => services.api.get(`/api/v1/location/cep/${code}`, { token });
const answers = (code: string, body: unknown, status = 200) =>
  provider.on(`GET /ws/${code}/json/`, new Raw(status, body));

describe('The search of cities', () => {
  test.each([
    ['são pau', 'São Paulo', 'SP'],
    ['SAO PAULO', 'São Paulo', 'SP'],
    ['mogi guacu', 'Mogi Guaçu', 'SP'],
    ['santa barbara doeste', "Santa Bárbara d'Oeste", 'SP'],
    ['boa esperanca do norte', 'Boa Esperança do Norte', 'MT'],
  ])('finds by “%s”, without case, accents and marks', async (prefix, name, ufAcronym) => {
    const { status, body } = await city(prefix);
    expect(status).toBe(200);
    expect(body.data).toContainEqual({ id: expect.any(Number), name, ufAcronym });
  });

  test('sorts the city with exactly the typed name first, and distinguishes equal names by state', async () => {
    const { body } = await city('bonito');
    const whole = body.data.filter(({ name }: { name: string }) => name === 'Bonito');
    expect(whole.map(({ ufAcronym }: { ufAcronym: string }) => ufAcronym).sort()).toEqual(['BA', 'MS', 'PA', 'PE']);
    expect(body.data.slice(0, 4)).toEqual(whole);
    expect(body.data.length).toBeGreaterThan(4);
  });

  test('has every municipality of the country, and returns all with the typed start', async () => {
    const { allCities } = await import('#services/location/cities.ts');
    expect(allCities()).toHaveLength(5571);
    const withS = allCities().filter(({ city: { name } }) => /^s/i.test(name));
    expect(withS.length).toBeGreaterThan(50);
    expect(new Set((await city('s')).body.data)).toEqual(new Set(withS.map((one) => one.city)));
    expect((await city('xyz')).body.data).toEqual([]);
    expect((await city('')).status).toBe(400);
  });
});

describe('The address of a postal code', () => {
  test('is read from the configured provider, with and without the dash', async () => {
    answers('01310100', { logradouro: 'Avenida Paulista', bairro: 'Bela Vista', localidade: 'São Paulo', uf: 'SP' });
    const address = {
      postalCode: '01310100',
      street: 'Avenida Paulista',
      district: 'Bela Vista',
      city: 'São Paulo',
      ufAcronym: 'SP',
    };
    expect((await cep('01310-100')).body.data).toEqual(address);
    expect((await cep('01310100')).body.data).toEqual(address);
  });

  test('of a whole town has neither street nor district', async () => {
    answers('13170000', { logradouro: '', bairro: '', localidade: 'Sumaré', uf: 'SP' });
    expect((await cep('13170000')).body.data).toMatchObject({ street: null, district: null, city: 'Sumaré' });
  });

  test('is not found where the provider has none, and an invalid code is not sent to the provider', async () => {
    answers('99999999', { erro: 'true' });
    expect(await cep('99999999')).toMatchObject({
      status: 404,
      body: { message: 'CEP não encontrado. Confira o número ou preencha o endereço.' },
    });
    provider.forget();
    expect((await cep('1310100')).body.fields).toEqual([
      { path: 'cep', message: 'Informe um CEP válido, como 01310-100.' },
    ]);
    expect(provider.calls).toEqual([]);
  });

  test.each([
    ['refuses', new Raw(500, 'x')],
    ['answers nonsense', new Raw(200, '<html>')],
    ['answers no city', new Raw(200, { logradouro: 'Rua A' })],
    ['is silent for longer than its time', () => HANDLED],
  ])('is an error in Portuguese when the provider %s', async (_, answer) => {
    provider.on('GET /ws/13000000/json/', answer as Raw);
    const started = performance.now();
    expect(await cep('13000000')).toMatchObject({
      status: 503,
      body: { error: 'UNAVAILABLE', message: 'Falha na busca por informações de endereço' },
    });
    expect(performance.now() - started).toBeLessThan(2_000 * slowness());
  });

  test('is an error without a configured provider, which asks for typing the address', async () => {
    const plain = await startServices();
    const own = await plain.seed.tokenOf(await plain.seed.user(await plain.seed.account(), { admin: true }));
    const answer = await plain.api.get('/api/v1/location/cep/01310100', { token: own });
    expect(answer).toMatchObject({
      status: 503,
      body: { message: 'A busca de endereço por CEP não está ativada. Preencha o endereço.' },
    });
    await plain.stop();
  });

  test('needs a login', async () => {
    expect((await services.api.get('/api/v1/location/cep/01310100')).status).toBe(401);
    expect((await services.api.get('/api/v1/location/city?prefix=s')).status).toBe(401);
  });
});

describe('A time limit', () => {
  test('rejects with the text of the specification and aborts the work', async () => {
    let stopped = false;
    const late = withTimeLimit(
      20,
      (signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve((stopped = true)))),
    );
    await expect(late).rejects.toThrow('Timed out in 20 ms.');
    expect(stopped).toBe(true);
  });

  test('does not affect work that ends in time', async () => {
    await expect(withTimeLimit(1_000, async () => 'done')).resolves.toBe('done');
    await expect(withTimeLimit(1_000, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  });
});

describe('The gateway', () => {
  const ADDRESS = '{ address(postalCode: "CODE") { postalCode street district city ufAcronym } }';
  const addressOf = (code: string, own: string | null = token) =>
    gateway.ask(ADDRESS.replace('CODE', code), { token: own });

  test('answers an address, and cities by the start of their name', async () => {
    answers('13073001', { logradouro: 'Rua Barão', bairro: 'Centro', localidade: 'Campinas', uf: 'SP' });
    const { data, errors } = await addressOf('13073001');
    expect(errors).toBeUndefined();
    expect(data.address).toEqual({
      postalCode: '13073001',
      street: 'Rua Barão',
      district: 'Centro',
      city: 'Campinas',
      ufAcronym: 'SP',
    });
    const { data: found } = await gateway.ask('{ cities(prefix: "mogi guacu") { id name ufAcronym } }', { token });
    expect(found.cities).toEqual([{ id: expect.stringMatching(/^\d+$/), name: 'Mogi Guaçu', ufAcronym: 'SP' }]);
  });

  test('distinguishes an unknown code, a provider without an answer, and a missing login', async () => {
    answers('99999999', { erro: true });
    provider.on('GET /ws/13073002/json/', () => HANDLED);
    const codeOf = async (asked: ReturnType<typeof addressOf>) => (await asked).errors?.[0]?.extensions.code;
    expect(await codeOf(addressOf('99999999'))).toBe('NOT_FOUND');
    const silent = await addressOf('13073002');
    expect(silent.data.address).toBeNull();
    expect(silent.errors?.[0]).toMatchObject({
      message: 'Falha na busca por informações de endereço',
      extensions: { code: 'UNAVAILABLE' },
    });
    expect(await codeOf(addressOf('13073001', null))).toBe('UNAUTHENTICATED');
  });

  test('rejects half a surrogate pair as any other invalid code', async () => {
    const query = 'query ($code: String!) { address(postalCode: $code) { city } }';
    const ask = (code: string) => gateway.ask(query, { token, variables: { code } });
    const halves = await Promise.all(['\ud800', '1307300\udc00', '../cep'].map(ask));
    expect(halves.map(({ errors }) => errors?.[0]?.extensions.code)).toEqual(['INVALID', 'INVALID', 'INVALID']);
  });
});
