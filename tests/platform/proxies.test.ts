import { describe, expect, test } from '@jest/globals';
import { trustedHop } from '#services/platform/http/proxies.ts';

describe('A proxy is trusted', () => {
  test.each(['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1'])('on this machine (%s)', (address) => {
    expect(trustedHop()(address, 0)).toBe(true);
  });

  test('in a configured network, and in no other', () => {
    const trusts = trustedHop('10.0.0.0/8, 192.0.2.7,fd00::/8');
    expect(['10.1.2.3', '::ffff:10.1.2.3', '192.0.2.7', 'fd00::1'].map((one) => trusts(one, 0))).toEqual(
      Array(4).fill(true),
    );
    expect(['11.0.0.1', '192.0.2.8', 'fe80::1', 'rubbish', ''].map((one) => trusts(one, 0))).toEqual(
      Array(5).fill(false),
    );
  });

  test('for one hop only', () => {
    expect(trustedHop()('127.0.0.1', 1)).toBe(false);
  });

  test('only by a valid network', () => {
    expect(() => trustedHop('meu-proxy')).toThrow('"meu-proxy" não é um endereço nem uma rede');
  });
});
