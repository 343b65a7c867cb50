import { describe, expect, test } from '@jest/globals';
import { setTimeout as wait } from 'node:timers/promises';
import { addressKey, Rate, Slots } from '#gateway/limits/rates.ts';

describe('A rate limit', () => {
  test('gives each key its points, and then the seconds to wait', async () => {
    const rate = new Rate(10, 60);
    expect([await rate.take('a', 4), await rate.take('a', 6), await rate.wait('b')]).toEqual([null, null, null]);
    expect(await rate.take('a')).toBe(60);
    expect(await rate.take('b', 10)).toBeNull();
    expect([await rate.wait('a'), await rate.wait('b'), await rate.wait('c')]).toEqual([60, 60, null]);
  });

  test('gives them again when its time has passed', async () => {
    const rate = new Rate(1, 1);
    expect([await rate.take('a'), await rate.take('a')]).toEqual([null, 1]);
    await wait(1_100);
    expect(await rate.take('a')).toBeNull();
  });
});

test('Open slots of a key are counted until they are released, each once', () => {
  const shares = new Slots(2);
  const first = shares.take(7);
  expect([shares.take(7) !== null, shares.take(7), shares.take(8) !== null]).toEqual([true, null, true]);
  first?.();
  first?.();
  expect([shares.take(7) !== null, shares.take(7)]).toEqual([true, null]);
});

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:0:7:a:b:c:d', '2001:db8:0:7::/64'],
  ['2001:0DB8:0000:0007::1', '2001:db8:0:7::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['1::', '1:0:0:0::/64'],
  ['', ''],
])('The address %j is counted as %j: an IPv6 network is one client', (address, key) => {
  expect(addressKey(address)).toBe(key);
});
