import { describe, expect, test } from '@jest/globals';
import { readConfig } from '#bin/config.ts';

const refusals: [setting: string, value: string, sentence: RegExp][] = [
  ['PORT', '70000', /^PORT=70000 não serve: informe um número inteiro de 0 a 65535\.$/],
  ['SERVICES_PORT', '4001 ', /^SERVICES_PORT=4001 {2}não serve/],
  ['METRICS_PORT', '0', /^METRICS_PORT=0 não serve: informe um número inteiro de 1 a 65535\.$/],
  ['PROCESSES', '0', /^PROCESSES=0 não serve: informe um número inteiro de 1 a 32\.$/],
  ['PROCESSES', '33', /^PROCESSES=33 não serve/],
  ['SLOW_SQL_MS', '0.5', /^SLOW_SQL_MS=0\.5 não serve/],
  ['TOKEN_TTL_SECONDS', '0', /^TOKEN_TTL_SECONDS=0 não serve: informe um número inteiro de 1 a/],
  ['LOG_LEVEL', 'verbose', /^LOG_LEVEL=verbose não serve: informe fatal, error, warn/],
  ['DEMO', 'nao', /^DEMO=nao não serve: informe on, off\.$/],
  ['PRUMO_CLOCK', 'ontem', /^PRUMO_CLOCK=ontem não serve: informe um instante, como 2026-/],
  ['PRUMO_DOMAINS', 'security, finance', /^PRUMO_DOMAINS: "finance" não é um domínio: informe security, financial/],
  ['TRUSTED_PROXIES', '10.0.0.0/99', /^TRUSTED_PROXIES: "10\.0\.0\.0\/99" não é um endereço nem uma rede/],
  ['TRUSTED_PROXIES', 'proxy.local', /^TRUSTED_PROXIES: "proxy\.local" não é um endereço nem uma rede/],
  ['GRAPHQL_EXECUTION', 'fast', /^GRAPHQL_EXECUTION=fast não serve: informe compiled ou interpreted\.$/],
  ['REST_PER_MINUTE', '0', /^REST_PER_MINUTE=0 não serve: informe um número inteiro acima de zero\.$/],
  [
    'REST_PER_MINUTE_ADDRESS',
    'muitas',
    /^REST_PER_MINUTE_ADDRESS=muitas não serve: informe um número inteiro acima de zero\.$/,
  ],
  ['GRAPHQL_INTROSPECTION', 'sim', /^GRAPHQL_INTROSPECTION=sim não serve: informe on ou off\.$/],
  ['EXPOSE_COSTS', 'sim', /^EXPOSE_COSTS=sim não serve: informe on ou off\.$/],
  ['FINANCIAL_URL', 'localhost:4001', /^FINANCIAL_URL=localhost:4001 não serve: informe o endereço do serviço/],
  ['PUBLIC_ORIGIN', 'prumo.exemplo.com.br', /^PUBLIC_ORIGIN=prumo\.exemplo\.com\.br não serve: informe uma origem/],
  ['ALLOWED_ORIGINS', 'https://a.example/app', /^ALLOWED_ORIGINS=https:\/\/a\.example\/app não serve/],
  ['DATABASE_URL', 'mysql://prumo:segredo@banco/prumo', /^DATABASE_URL não é um endereço de PostgreSQL: informe algo/],
  ['DATABASE_REPLICA_URL', 'http://banco/prumo', /^DATABASE_REPLICA_URL não é um endereço de PostgreSQL/],
  ['DATABASE_REPLICA_MAX_LAG', '0', /^DATABASE_REPLICA_MAX_LAG=0 não serve: informe um número inteiro de 1 a 600/],
  ['DATABASE_URL', 'postgres://prumo:se#gredo@banco/prumo', /^DATABASE_URL não é um endereço de PostgreSQL/],
];

describe('The configuration', () => {
  test.each(refusals)('rejects %s=%s with what to do', (setting, value, sentence) => {
    const read = () => readConfig({ [setting]: value });
    expect(read).toThrow(expect.objectContaining({ name: 'StartError', message: expect.stringMatching(sentence) }));
    expect(read).not.toThrow(/segredo|se#gredo/);
  });

  test('treats an empty variable as a missing one', () => {
    const { clock: _clock, ...silent } = readConfig({});
    const empty = Object.fromEntries(refusals.map(([setting]) => [setting, '']));
    expect(readConfig(empty)).toMatchObject(silent);
    expect(silent).toMatchObject({
      port: 4000,
      host: 'localhost',
      processes: 1,
      demo: true,
      logLevel: 'warn',
      gateway: {},
    });
  });

  test('reads every documented setting', () => {
    const config = readConfig({
      DEMO: 'OFF',
      LOG_LEVEL: 'Info',
      TOKEN_TTL_SECONDS: '60',
      PRUMO_CLOCK: '2030-01-02T12:00:00Z',
      PRUMO_DOMAINS: 'security',
      TRUSTED_PROXIES: '10.0.0.0/8, ::1',
      DATABASE_URL: 'postgresql:///prumo?host=/run/postgresql',
      PUBLIC_ORIGIN: 'https://prumo.example/',
      ALLOWED_ORIGINS: 'https://a.example, http://b.example:8080',
      GRAPHQL_EXECUTION: 'interpreted',
      GRAPHQL_INTROSPECTION: 'off',
      EXPOSE_COSTS: 'on',
      METRICS_PORT: '9400',
      SLOW_SQL_MS: '0',
      PROCESSES: '4',
    });
    expect(config).toMatchObject({
      demo: false,
      logLevel: 'info',
      tokenTtlSeconds: 60,
      domains: ['security'],
      metrics: { host: '127.0.0.1', port: 9400 },
      slowSqlMs: 0,
      processes: 4,
      trustedProxies: '10.0.0.0/8, ::1',
      databaseUrl: 'postgresql:///prumo?host=/run/postgresql',
      gateway: {
        publicOrigin: 'https://prumo.example',
        allowedOrigins: ['https://a.example', 'http://b.example:8080'],
        trustProxy: '10.0.0.0/8, ::1',
        execution: 'interpreted',
        introspection: false,
        exposeCosts: true,
      },
    });
    expect(config.clock.today()).toBe('2030-01-02');
  });
});
